package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.ExitStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show what became of one event. */
@Command(name = "event", description = "Shows what became of an event.")
public final class EventCommands {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** The time after which an event of which nothing is recorded was probably delivered at once. */
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    private final CommandSession session;

    public EventCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            description = "Shows which subscriptions an event matched, each attempt, where it waits and how it ended."
                + " Events that were delivered at the first attempt are recorded only if their subscription asks for"
                + " it.")
    int show(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Parameters(paramLabel = "ID", description = "the id of the event") String id,
            @Option(names = "--watch", description = "go on until every delivery has ended") boolean watch)
            throws InterruptedException {
        var path = Paths.topic(topic) + "/events/" + Paths.segment(id);
        var api = session.api();
        return watch ? watched(api, path) : session.show(api.get(path).required(), EventCommands::text);
    }

    private static String text(JsonNode timeline) {
        return String.join("\n", TimelineView.lines(timeline));
    }

    private int watched(ManagementCalls api, String path) throws InterruptedException {
        var begun = session.clock().instant();
        var printed = new HashSet<String>();
        while (true) {
            var response = api.get(path);
            if (!response.notFound() || unknownFor(begun).compareTo(UNKNOWN) > 0) {
                var timeline = response.required();
                boolean ended = TimelineView.ended(timeline);
                print(timeline, ended, printed);
                if (ended) {
                    return ExitStatus.OK;
                }
            }
            if (session.stop().within(INTERVAL)) {
                return ExitStatus.STOPPED;
            }
        }
    }

    private Duration unknownFor(Instant begun) {
        return Duration.between(begun, session.clock().instant());
    }

    /** Lines that were printed before are not printed again; JSON is printed once, when all has ended. */
    private void print(JsonNode timeline, boolean ended, Set<String> printed) {
        if (!session.json()) {
            TimelineView.lines(timeline).stream().filter(printed::add).forEach(session.terminal()::print);
        } else if (ended) {
            session.terminal().print(timeline.toPrettyString());
        }
    }
}
