package io.tidings.cli.event;

import io.tidings.cli.api.Paths;
import io.tidings.cli.session.TimeArgument;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select what happened to events: of one event, and in a time. */
final class EventSelection {
    @Option(names = "--event-id", paramLabel = "ID", description = "only of this event")
    private @Nullable String eventId;

    @Option(names = "--from", paramLabel = "TIME", description = "only from then on")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "only before then")
    private @Nullable String to;

    @Nullable
    String from(Instant now) {
        return TimeArgument.utc(from, now);
    }

    String path(String list, Instant now) {
        return path(list, "", null, now);
    }

    /** @param name of one more parameter */
    String path(String list, String name, @Nullable String value, Instant now) {
        return path(list, name, value, from(now), now);
    }

    /** @param since instead of {@code --from} */
    String path(String list, String name, @Nullable String value, @Nullable String since, Instant now) {
        return Paths.with(list, name, value, "eventId", eventId, "from", since, "to", TimeArgument.utc(to, now));
    }
}
