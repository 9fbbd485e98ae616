package io.tidings.ingest.overview;

import io.tidings.contract.timeline.TimelineQuery.AllPending;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of deliveries of all subscriptions that wait for their next attempt. It asks the timeline, which counts them one by
 * one, at most every ten seconds. Thread-safe.
 */
final class WaitingDeliveries {
    private static final Logger log = LoggerFactory.getLogger(WaitingDeliveries.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Timeline timeline;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Counted latest = new Counted(Instant.MIN, null);

    private record Counted(Instant asked, @Nullable ByTier known) {
        boolean isRecent(Instant now) {
            return now.isBefore(asked.plus(INTERVAL)) && !now.isBefore(asked);
        }
    }

    /** @param complete whether all that wait were counted */
    record ByTier(Map<String, Waiting> tiers, boolean complete) {
        ByTier {
            tiers = Map.copyOf(tiers);
        }
    }

    WaitingDeliveries(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Returns what is known while another request asks; null if nothing is. */
    @Nullable
    ByTier at(Instant now) {
        if (!latest.isRecent(now) && asking.tryLock()) {
            try {
                if (!latest.isRecent(now)) {
                    latest = new Counted(now, ask());
                }
            } finally {
                asking.unlock();
            }
        }
        return latest.known();
    }

    private @Nullable ByTier ask() {
        try {
            var result = timeline.ask(new AllPending());
            return new ByTier(result.waiting(), result.incomplete().isEmpty());
        } catch (TimelineUnavailableException e) {
            log.debug("the timeline could not be asked for what waits", e);
            return null;
        }
    }
}
