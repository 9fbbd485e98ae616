package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.TextTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that counts what waits for a subscription. */
@Command(name = "pending", description = "Counts the deliveries that wait for a subscription, by retry tier.")
public final class PendingCommand implements Callable<Integer> {
    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC/NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private SubscriptionName name;

    public PendingCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return session.show(session.api().get(name.path("pending")).required(), PendingCommand::text);
    }

    private static String text(JsonNode pending) {
        var table = new TextTable("TIER", "COUNT", "OLDEST", "NEXT DUE");
        for (var tier : pending.path("tiers")) {
            table.row(
                    tier.path("tier").asText(),
                    tier.path("count").asText(),
                    tier.path("oldest").asText(""),
                    tier.path("nextDue").asText(""));
        }
        return "%s deliveries wait%n%s".formatted(pending.path("total").asText(), table.text());
    }
}
