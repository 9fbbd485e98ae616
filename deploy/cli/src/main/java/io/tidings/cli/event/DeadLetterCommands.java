package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show the dead letters of a subscription. */
@Command(name = "dead-letters", description = "Shows the dead letters of a subscription.")
public final class DeadLetterCommands {
    private final CommandSession session;

    public DeadLetterCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Lists dead letters, the newest first.", footer = TimeArgument.FORMS)
    int list(
            @Parameters(paramLabel = "TOPIC/NAME") SubscriptionName name,
            @Option(names = "--reason", paramLabel = "REASON", description = "only with this reason") @Nullable
                    String reason,
            @Mixin EventSelection selection,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "as many (${DEFAULT-VALUE})")
                    int limit) {
        var path = selection.path(
                name.path("deadLetters"), "reason", reason, session.clock().instant());
        return session.show(session.api().list(path, limit), DeadLetterCommands::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("DEAD-LETTERED", "EVENT", "REASON", "ATTEMPTS", "LAST OUTCOME", "BLOB");
        for (var each : list.path("value")) {
            table.row(
                    each.path("deadLettered").asText(),
                    each.path("eventId").asText(),
                    each.path("reason").asText(),
                    each.path("attempts").asText(),
                    outcome(each),
                    blob(each.path("blob")));
        }
        return table.text();
    }

    private static String outcome(JsonNode deadLetter) {
        var outcome = deadLetter.path("lastOutcome").asText("");
        return deadLetter.hasNonNull("lastStatus")
                ? deadLetter.path("lastStatus").asText() + " " + outcome
                : outcome;
    }

    private static String blob(JsonNode blob) {
        if (blob.has("dropped")) {
            return "none: " + blob.path("dropped").asText();
        }
        return blob.has("path")
                ? "%s/%s"
                        .formatted(
                                blob.path("container").asText(),
                                blob.path("path").asText())
                : "no blob so far";
    }
}
