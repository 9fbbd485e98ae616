package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.TextTable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that shows what a subscription did in each minute. */
@Command(
        name = "stats",
        description = "Shows how much was delivered to a subscription in each minute of the last day, and how fast.",
        footer = TimeArgument.FORMS)
public final class StatsCommand implements Callable<Integer> {
    private static final int MINUTES_OF_A_DAY = 1_441;

    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC/NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private SubscriptionName name;

    @Option(names = "--from", paramLabel = "TIME", description = "from then on (${DEFAULT-VALUE})")
    private String from = "1h";

    @Option(names = "--to", paramLabel = "TIME", description = "before then")
    private @Nullable String to;

    public StatsCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        var now = session.clock().instant();
        var path = Paths.with(name.path("stats"), "from", TimeArgument.utc(from, now), "to", TimeArgument.utc(to, now));
        return session.show(session.api().list(path, MINUTES_OF_A_DAY), StatsCommand::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("MINUTE", "DELIVERED", "FAILED", "P50 MS", "P99 MS");
        for (var each : list.path("value")) {
            table.row(
                    each.path("minute").asText(),
                    each.path("delivered").asText(),
                    each.path("failed").asText(),
                    each.path("p50Ms").asText(""),
                    each.path("p99Ms").asText(""));
        }
        return table.text();
    }
}
