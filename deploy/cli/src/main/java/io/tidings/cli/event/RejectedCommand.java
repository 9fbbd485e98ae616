package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.TextTable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that shows the rejected events of a topic. */
@Command(
        name = "rejected",
        description = "Lists the events of a topic that were rejected, the newest first.",
        footer = TimeArgument.FORMS)
public final class RejectedCommand implements Callable<Integer> {
    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String topic;

    @Option(names = "--reason", paramLabel = "REASON", description = "only with this reason")
    private @Nullable String reason;

    @Mixin
    private final EventSelection selection = new EventSelection();

    @Option(names = "--limit", paramLabel = "N", defaultValue = "100", description = "as many (${DEFAULT-VALUE})")
    private int limit;

    public RejectedCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        var path = selection.path(
                Paths.topic(topic) + "/rejected",
                "reason",
                reason,
                session.clock().instant());
        return session.show(session.api().list(path, limit), RejectedCommand::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("REJECTED", "EVENT", "REASON", "RECORD", "ERROR");
        for (var each : list.path("value")) {
            table.row(
                    each.path("time").asText(),
                    each.path("eventId").asText("without an id"),
                    each.path("reason").asText(),
                    each.path("source").asText(),
                    each.path("error").asText());
        }
        return table.text();
    }
}
