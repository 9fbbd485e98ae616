package io.tidings.ingest.health;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.tidings.contract.timeline.TimelineQuery.PendingBySubscription;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.Refreshed;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The oldest event of each subscription that waits for its next attempt. The timeline looks at what waits one by one, up
 * to a bound, so it is asked in the background while somebody looks. Thread-safe.
 */
public final class OldestWaiting {
    private static final Logger log = LoggerFactory.getLogger(OldestWaiting.class);

    /** The age from which an answer says nothing about the present. */
    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final Timeline timeline;
    private final InstantSource clock;
    private final Refreshed<Known> known;

    /** @param published by the uid of the subscription */
    private record Known(Instant asked, Map<String, Instant> published) {}

    public OldestWaiting(Timeline timeline, InstantSource clock) {
        this.timeline = timeline;
        this.clock = clock;
        this.known = new Refreshed<>("oldest-waiting", new Known(Instant.EPOCH, Map.of()), _ -> ask(), clock);
    }

    /** Returns when it was published, without waiting for the timeline; null if none waits, or that is not known. */
    public @Nullable Instant of(String uid, Instant now) {
        var latest = known.latest();
        return now.isAfter(latest.asked().plus(MEMORY))
                ? null
                : latest.published().get(uid);
    }

    /** Nothing is known if not all that waits was looked at. */
    private Known ask() {
        var now = clock.instant();
        try {
            var result = timeline.ask(new PendingBySubscription());
            if (result.incomplete().isEmpty()) {
                return new Known(
                        now,
                        result.waiting().entrySet().stream()
                                .collect(toUnmodifiableMap(
                                        Map.Entry::getKey,
                                        each -> each.getValue().oldest())));
            }
        } catch (TimelineUnavailableException e) {
            log.debug("the timeline could not be asked for what waits", e);
        }
        return new Known(now, Map.of());
    }
}
