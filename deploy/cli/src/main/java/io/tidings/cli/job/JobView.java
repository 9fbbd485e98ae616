package io.tidings.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.terminal.TextTable;
import java.util.Set;
import java.util.stream.Collectors;

/** Jobs for people. Pure. */
final class JobView {
    private static final Set<String> ENDS = Set.of("Done", "Cancelled", "Failed");

    /** Only a job of several has it. */
    private static final String SUBSCRIPTIONS = "subscriptions";

    private JobView() {}

    static boolean ended(JsonNode job) {
        return ENDS.contains(job.path("state").asText());
    }

    static boolean done(JsonNode job) {
        return job.path("state").asText().equals("Done");
    }

    static String line(JsonNode job) {
        var progress = job.path("progress");
        var line = new StringBuilder("job %s: %s"
                .formatted(job.path("id").asText(), job.path("state").asText()));
        if (progress.isObject()) {
            line.append(", %s of %s written".formatted(text(progress, "written"), text(progress, "selected")));
            var skipped = progress.path("skipped").properties().stream()
                    .map(reason -> reason.getKey() + " " + reason.getValue().asText())
                    .collect(Collectors.joining(", "));
            if (!skipped.isEmpty()) {
                line.append(", skipped: ").append(skipped);
            }
        }
        if (job.hasNonNull("error")) {
            line.append(": ").append(job.path("error").asText());
        }
        return line.toString();
    }

    private static String target(JsonNode job) {
        var topic = job.path("topic").asText();
        var names = job.path(SUBSCRIPTIONS);
        if (names.isMissingNode()) {
            return topic + "/" + job.path("subscription").asText();
        }
        var topics = names.valueStream()
                .map(each -> each.asText().replaceFirst("/[^/]*$", ""))
                .distinct()
                .count();
        return "%s (%d subscriptions)".formatted(job.has("topic") ? topic : topics + " topics", names.size());
    }

    private static String names(JsonNode job) {
        return job.path(SUBSCRIPTIONS).valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
    }

    private static String text(JsonNode progress, String member) {
        return progress.path(member).asText("0");
    }

    /** With the examples of a dry run. */
    static String text(JsonNode job) {
        var text = new StringBuilder(line(job)).append('\n');
        if (job.has(SUBSCRIPTIONS)) {
            text.append("of ").append(names(job)).append('\n');
        }
        if (job.path("dryRun").asBoolean()) {
            text.append("dry run: nothing was written\n");
        }
        job.path("warnings")
                .forEach(each -> text.append("warning: ").append(each.asText()).append('\n'));
        if (!job.path("examples").isEmpty()) {
            var table = new TextTable("EVENT", "SUBSCRIPTION", "TIME", "REASON", "STATUS", "SOURCE");
            for (var each : job.path("examples")) {
                table.row(
                        each.path("eventId").asText(),
                        each.path("subscription").asText(""),
                        each.path("time").asText(),
                        each.path("reason").asText(""),
                        each.path("status").asText(""),
                        each.path("source").asText());
            }
            text.append(table.text());
        }
        return text.toString();
    }

    static String table(JsonNode list) {
        var table = new TextTable("JOB", "KIND", "SUBSCRIPTION", "STATE", "WRITTEN", "CREATED", "BY");
        for (var job : list.path("value")) {
            table.row(
                    job.path("id").asText(),
                    job.path("kind").asText(),
                    target(job),
                    job.path("state").asText(),
                    job.path("progress").path("written").asText("0"),
                    job.path("created").asText(),
                    job.path("createdBy").asText(""));
        }
        return table.text();
    }
}
