package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.ExitStatus;
import io.tidings.cli.terminal.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show the attempts of a subscription. */
@Command(name = "attempts", description = "Shows the attempts of a subscription.")
public final class AttemptCommands {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int REMEMBERED = 10_000;
    private static final int MOST = 1_000;
    private static final String OUTCOME =
            "only with this outcome, such as Busy, or this status; Failed for every failure";
    /** The timeline learns of attempts by several workers, and not in the order in which they ended. */
    private static final Duration OVERLAP = Duration.ofSeconds(30);

    private final CommandSession session;

    public AttemptCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Lists attempts, the newest first.", footer = TimeArgument.FORMS)
    int list(
            @Parameters(paramLabel = "TOPIC/NAME") SubscriptionName name,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "as many (${DEFAULT-VALUE})")
                    int limit,
            @Option(names = "--outcome", paramLabel = "OUTCOME", description = OUTCOME) @Nullable String outcome,
            @Mixin EventSelection selection) {
        var path = selection.path(
                name.path("attempts"), "outcome", outcome, session.clock().instant());
        return session.show(session.api().list(path, limit), AttemptCommands::table);
    }

    @Command(
            description = "Groups the events that failed and were not delivered since by what the endpoint said.",
            footer = TimeArgument.FORMS)
    int failures(
            @Parameters(paramLabel = "TOPIC/NAME") SubscriptionName name,
            @Option(names = "--from", paramLabel = "TIME", description = "from then on; by default since a day ago")
                    @Nullable
                    String from,
            @Option(names = "--to", paramLabel = "TIME", description = "only before then") @Nullable String to) {
        var now = session.clock().instant();
        var path =
                Paths.with(name.path("failures"), "from", TimeArgument.utc(from, now), "to", TimeArgument.utc(to, now));
        return session.show(session.api().get(path).required(), AttemptCommands::groups);
    }

    private static String groups(JsonNode list) {
        var table = new TextTable("EVENTS", "WAITING", "STATUS", "OUTCOME", "SINCE", "LAST", "HOST", "SAID");
        for (var group : list.path("value")) {
            table.row(
                    group.path("events").asText(),
                    group.path("waiting").asText(),
                    status(group),
                    group.path("outcome").asText(),
                    group.path("since").asText(),
                    group.path("last").asText(),
                    group.path("host").asText(""),
                    group.path("said").asText(""));
        }
        return table.text();
    }

    @Command(description = "Prints attempts as they happen, until Ctrl-C.", footer = TimeArgument.FORMS)
    int tail(
            @Parameters(paramLabel = "TOPIC/NAME") SubscriptionName name,
            @Option(names = "--outcome", paramLabel = "OUTCOME", description = OUTCOME) @Nullable String outcome,
            @Mixin EventSelection selection)
            throws InterruptedException {
        var now = session.clock().instant();
        var from = Objects.requireNonNullElse(selection.from(now), now.toString());
        var api = session.api();
        var seen = new LinkedHashSet<String>();
        do {
            var attempts = new ArrayList<JsonNode>();
            api.list(selection.path(name.path("attempts"), "outcome", outcome, from, now), MOST)
                    .path("value")
                    .forEach(attempts::add);
            for (var attempt : attempts.reversed()) {
                if (seen.add(identity(attempt))) {
                    session.terminal().print(session.json() ? attempt.toString() : line(attempt));
                }
            }
            if (!attempts.isEmpty()) {
                var newest = Instant.parse(attempts.getFirst().path("ended").asText());
                from = later(from, newest.minus(OVERLAP));
            }
            while (seen.size() > REMEMBERED) {
                seen.removeFirst();
            }
        } while (!session.stop().within(INTERVAL));
        return ExitStatus.OK;
    }

    private static String later(String from, Instant other) {
        return Instant.parse(from).isBefore(other) ? other.toString() : from;
    }

    private static String identity(JsonNode attempt) {
        return String.join(
                " ",
                List.of(
                        attempt.path("source").asText(),
                        attempt.path("number").asText(),
                        attempt.path("ended").asText()));
    }

    private static String line(JsonNode attempt) {
        return "%s  %s  attempt %s  %s%s  %s ms  %s  %s"
                .formatted(
                        attempt.path("ended").asText(),
                        attempt.path("eventId").asText(),
                        attempt.path("number").asText(),
                        status(attempt).isEmpty() ? "" : status(attempt) + " ",
                        attempt.path("outcome").asText(),
                        attempt.path("durationMs").asText(),
                        consequence(attempt),
                        attempt.path("error").asText(""))
                .stripTrailing();
    }

    private static String table(JsonNode list) {
        var table = new TextTable("ENDED", "EVENT", "ATTEMPT", "STATUS", "OUTCOME", "MS", "THEN", "ERROR");
        for (var attempt : list.path("value")) {
            table.row(
                    attempt.path("ended").asText(),
                    attempt.path("eventId").asText(),
                    attempt.path("number").asText(),
                    status(attempt),
                    attempt.path("outcome").asText(),
                    attempt.path("durationMs").asText(),
                    consequence(attempt),
                    attempt.path("error").asText(""));
        }
        return table.text();
    }

    private static String status(JsonNode attempt) {
        return attempt.hasNonNull("status") ? attempt.path("status").asText() : "";
    }

    /** Such as "Retry at 2026-11-22T18:00:00Z" or "DeadLetter (Expired)". */
    private static String consequence(JsonNode attempt) {
        var text = new StringBuilder(attempt.path("verdict").asText());
        if (attempt.hasNonNull("reason")) {
            text.append(" (").append(attempt.path("reason").asText()).append(')');
        }
        if (attempt.hasNonNull("due")) {
            text.append(" at ").append(attempt.path("due").asText());
        }
        return text.toString();
    }
}
