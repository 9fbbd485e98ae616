package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.TextTable;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** The command that shows what needs a person, and what happens. */
@Command(
        name = "overview",
        description = "Shows what needs a person now, the most urgent first, and what happened in the last hour.")
public final class OverviewCommand implements Callable<Integer> {
    private final CommandSession session;

    public OverviewCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return session.show(session.api().get(Paths.OVERVIEW).required(), OverviewCommand::text);
    }

    private static String text(JsonNode overview) {
        var subscriptions = overview.path("subscriptions");
        var jobs = overview.path("jobs");
        return "%s%ntopics: %d, subscriptions: %d (%s)%n%s%njobs: %d running, %d queued"
                .formatted(
                        attention(overview),
                        overview.path("topics").asLong(),
                        subscriptions.path("total").asLong(),
                        words(subscriptions.path("byHealth")),
                        lastHour(overview.path("minutes")),
                        jobs.path("running").asLong(),
                        jobs.path("queued").asLong());
    }

    private static String attention(JsonNode overview) {
        var shown = overview.path("attention");
        if (shown.isEmpty()) {
            return "Nothing needs you now.";
        }
        var table = new TextTable("NEEDS YOU", "WHERE", "SINCE", "WHY");
        for (var each : shown) {
            table.row(
                    each.path("kind").asText(),
                    where(each),
                    each.path("since").asText(""),
                    each.path("sentence").asText());
        }
        long more = overview.path("attentionTotal").asLong() - shown.size();
        return more > 0 ? "%s%n… and %d more".formatted(table.text(), more) : table.text();
    }

    private static String where(JsonNode condition) {
        var topic = condition.path("topic").asText("");
        return condition.has("subscription")
                ? topic + "/" + condition.path("subscription").asText()
                : topic;
    }

    /** Such as "9 Delivering, 1 Failing". */
    private static String words(JsonNode counts) {
        return counts.isEmpty()
                ? "none"
                : counts.propertyStream()
                        .map(each -> each.getValue().asText() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static String lastHour(JsonNode minutes) {
        if (minutes.isMissingNode()) {
            return "last hour: not known";
        }
        return "last hour: delivered %d, failed attempts %d, dead letters %d"
                .formatted(sum(minutes, "delivered"), sum(minutes, "failed"), sum(minutes, "deadLettered"));
    }

    private static long sum(JsonNode minutes, String name) {
        return minutes.valueStream()
                .mapToLong(minute -> minute.path(name).asLong())
                .sum();
    }
}
