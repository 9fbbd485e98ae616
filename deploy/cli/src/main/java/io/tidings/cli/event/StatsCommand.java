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

/** The command that shows what a subscription, or all of them, did in each minute or longer part of the time. */
@Command(
        name = "stats",
        description = {
            "Shows how much was delivered to a subscription in each minute of the last week, and how fast.",
            "With --period it sums up minutes, and shows what was matched and what waits. Without TOPIC/NAME it shows"
                    + " the sums of all subscriptions."
        },
        footer = TimeArgument.FORMS)
public final class StatsCommand implements Callable<Integer> {
    private static final int MINUTES_OF_A_WEEK = 10_081;

    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC/NAME", arity = "0..1")
    private @Nullable SubscriptionName name;

    @Option(names = "--period", paramLabel = "PERIOD", description = "the last hour, day or week, in its parts")
    private @Nullable String period;

    @Option(names = "--from", paramLabel = "TIME", description = "from then on (1h)")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "before then")
    private @Nullable String to;

    public StatsCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        var now = session.clock().instant();
        boolean minutes = name != null && period == null;
        var path = Paths.with(
                name == null ? "/stats" : name.path("stats"),
                "period",
                period,
                "from",
                TimeArgument.utc(from == null && minutes ? "1h" : from, now),
                "to",
                TimeArgument.utc(to, now));
        return minutes
                ? session.show(session.api().list(path, MINUTES_OF_A_WEEK), StatsCommand::minutes)
                : session.show(session.api().get(path).required(), StatsCommand::parts);
    }

    private static String parts(JsonNode list) {
        var table = new TextTable(
                "FROM",
                "MATCHED",
                "DELIVERED",
                "FAILED",
                "DEAD",
                "DROPPED",
                "WAITING",
                "P50 MS",
                "P99 MS",
                "AGE P50 MS",
                "AGE P99 MS");
        for (var each : list.path("value")) {
            table.row(
                    each.path("minute").asText(),
                    each.path("matched").asText("-"),
                    each.path("delivered").asText("-"),
                    each.path("failed").asText("-"),
                    each.path("deadLettered").asText("-"),
                    each.path("dropped").asText("-"),
                    each.path("waiting").asText("-"),
                    each.path("p50Ms").asText(""),
                    each.path("p99Ms").asText(""),
                    each.path("ageP50Ms").asText(""),
                    each.path("ageP99Ms").asText(""));
        }
        return table.text();
    }

    private static String minutes(JsonNode list) {
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
