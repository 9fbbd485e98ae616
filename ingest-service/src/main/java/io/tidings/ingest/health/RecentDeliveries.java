package io.tidings.ingest.health;

import static java.util.stream.Collectors.groupingBy;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.TimelineQuery.RecentBySubscription;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.Refreshed;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts for each subscription in the last minutes. The timeline is asked for them in the background while
 * somebody looks, so that nobody waits for it. Thread-safe.
 */
public final class RecentDeliveries {
    private static final Logger log = LoggerFactory.getLogger(RecentDeliveries.class);

    /** Workers write the counts of a minute when it is over, and the timeline reads them seconds later. */
    private static final Duration IS_WRITTEN = Duration.ofSeconds(15);

    /** The age from which an answer says nothing about the present. */
    private static final Duration MEMORY = Duration.ofMinutes(1);

    private final Timeline timeline;
    private final InstantSource clock;
    private final Refreshed<Known> known;

    /** @param attempts by the text of the {@link CountedSubscription} */
    private record Known(Instant asked, Instant until, Map<String, RecentAttempts> attempts) {}

    public RecentDeliveries(Timeline timeline, InstantSource clock) {
        this.timeline = timeline;
        this.clock = clock;
        this.known = new Refreshed<>(
                "recent-deliveries", new Known(Instant.EPOCH, Instant.EPOCH, Map.of()), this::next, clock);
    }

    /** Returns what is known without waiting; null if nothing is. */
    @Nullable
    RecentAttempts of(CountedSubscription subscription, Instant now) {
        var latest = known.latest();
        return now.isAfter(latest.asked().plus(MEMORY))
                ? null
                : latest.attempts().getOrDefault(subscription.toString(), RecentAttempts.of(List.of(), latest.until()));
    }

    private Known next(Known before) {
        var now = clock.instant();
        var until = now.minus(IS_WRITTEN).truncatedTo(ChronoUnit.MINUTES);
        try {
            var result = timeline.ask(new RecentBySubscription(until.minus(RecentAttempts.MINUTES)));
            var attempts = new HashMap<String, RecentAttempts>();
            result.active().stream()
                    .filter(each -> each.minute().isBefore(until))
                    .collect(groupingBy(ActiveMinute::owner))
                    .forEach((owner, minutes) -> attempts.put(owner, RecentAttempts.of(minutes, until)));
            return new Known(now, until, Map.copyOf(attempts));
        } catch (TimelineUnavailableException e) {
            log.debug("the timeline could not be asked for the last minutes", e);
            return before;
        }
    }
}
