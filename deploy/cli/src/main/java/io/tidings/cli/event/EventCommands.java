package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.TimeArgument;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.ExitStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that show the latest events of a topic, and what became of one event. */
@Command(name = "event", description = "Shows the latest events, and what became of one.")
public final class EventCommands {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** The time after which an event of which nothing is recorded was probably delivered at once. */
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    private static final Duration TAIL_INTERVAL = Duration.ofSeconds(2);
    private static final int GONE = 410;
    private static final int UNAVAILABLE = 503;
    private static final int LARGEST_PAGE = 200;

    private final CommandSession session;

    public EventCommands(CommandSession session) {
        this.session = session;
    }

    @Command(
            description = "Lists the latest events of a topic that Kafka still keeps, the newest first.",
            footer = TimeArgument.FORMS)
    int list(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "as many (${DEFAULT-VALUE})")
                    int limit,
            @Option(
                            names = "--look-at",
                            paramLabel = "N",
                            defaultValue = "100000",
                            description = "end after some so many records, also of other topics (${DEFAULT-VALUE})")
                    int records,
            @Option(
                            names = "--outcome",
                            paramLabel = "OUTCOME",
                            description = "with --subscription, whose filter is not asked then: only with an attempt"
                                    + " for it that has this outcome, such as Busy, or this status; Failed for every"
                                    + " failure")
                    @Nullable
                    String outcome,
            @Mixin LatestFilter filter,
            @Mixin EventSelection selection) {
        var path = selection.path(
                filter.path(topic), "outcome", outcome, session.clock().instant());
        var api = session.api();
        var latest = new LatestEvents(limit);
        var next = Paths.with(path, "%24top", Integer.toString(Math.min(limit, LARGEST_PAGE)));
        while (next != null) {
            var page = api.get(next).required();
            latest.add(page);
            next = ManagementCalls.next(page);
            if (next != null && (latest.full() || latest.records() >= records)) {
                session.terminal().note(latest.progress() + " Older ones: --to " + latest.rest());
                next = null;
            } else if (next != null) {
                session.terminal().note(latest.progress());
            }
        }
        return session.show(latest.json(), LatestEvents::table);
    }

    @Command(description = "Prints the events of a topic as they are published, until Ctrl-C.")
    int tail(@Parameters(paramLabel = "TOPIC") String topic, @Mixin LatestFilter filter) throws InterruptedException {
        var api = session.api();
        var since = api.get(Paths.with(Paths.latest(topic), "%24top", "1")).required();
        while (!session.stop().within(TAIL_INTERVAL)) {
            var path =
                    Paths.with(filter.path(topic), "since", since.path("latest").asText());
            var response = api.get(path);
            if (response.status() == UNAVAILABLE) {
                session.terminal().note(response.refusal());
                continue;
            }
            var page = response.required();
            var events = new ArrayList<JsonNode>();
            page.path("value").forEach(events::add);
            for (var next = ManagementCalls.next(page); next != null; ) {
                var further = api.get(next).required();
                further.path("value").forEach(events::add);
                next = ManagementCalls.next(further);
            }
            for (var event : events.reversed()) {
                session.terminal().print(session.json() ? event.toString() : LatestEvents.line(event));
            }
            since = page;
        }
        return ExitStatus.OK;
    }

    @Command(
            description = "Shows which subscriptions an event matched, each attempt, where it waits and how it ended."
                + " Events that were delivered at the first attempt are recorded only if their subscription asks for"
                + " it.")
    int show(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Parameters(paramLabel = "ID", description = "the id of the event") String id,
            @Option(names = "--watch", description = "go on until every delivery has ended") boolean watch,
            @Option(
                            names = "--payload",
                            description = "with the event itself: its data, and the key and headers of its record;"
                                    + " needs the role payloads, and is recorded in the audit log")
                    boolean payload)
            throws InterruptedException {
        if (watch && payload) {
            throw CommandFailure.usage("Give either --watch or --payload.");
        }
        var path = Paths.topic(topic) + "/events/" + Paths.segment(id);
        var api = session.api();
        if (watch) {
            return watched(api, path);
        }
        var timeline = api.get(path).requiredObject();
        if (payload) {
            addPayload(api, topic, id, timeline);
        }
        return session.show(timeline, EventCommands::text);
    }

    /** Adds the event to its newest record, if it is still kept. */
    private void addPayload(ManagementCalls api, String topic, String id, ObjectNode timeline) {
        if (timeline.path("records").path(0) instanceof ObjectNode newest) {
            var source = Paths.segment(newest.path("source").asText());
            var path = Paths.with(Paths.topic(topic) + "/records/" + source, "eventId", id);
            var response = api.get(path);
            if (response.status() == GONE) {
                session.terminal().note(response.refusal());
            } else {
                newest.set("payload", response.required());
            }
        }
    }

    private static String text(JsonNode timeline) {
        return String.join("\n", TimelineView.lines(timeline));
    }

    private int watched(ManagementCalls api, String path) throws InterruptedException {
        var begun = session.clock().instant();
        var printed = new HashSet<String>();
        while (true) {
            var response = api.get(path);
            if (response.status() == UNAVAILABLE) {
                session.terminal().note(response.refusal());
            } else if (!response.notFound() || unknownFor(begun).compareTo(UNKNOWN) > 0) {
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
