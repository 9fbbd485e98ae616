package io.tidings.ingest.overview;

import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The activity in each minute of the last hour, and the waiting deliveries. For the minutes it asks the timeline at most every five
 * seconds, and only for those that may have changed: with 10,000 active subscriptions that is to add up 40,000 counts
 * instead of 600,000. Thread-safe.
 */
public final class RecentActivity {
    private static final Logger log = LoggerFactory.getLogger(RecentActivity.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Workers write the counts of a minute when it is over, and the timeline reads them seconds later. */
    private static final Duration MAY_CHANGE = Duration.ofMinutes(3);

    private static final Duration MOST_BEHIND = Duration.ofMinutes(1);

    private final Timeline timeline;
    private final WaitingDeliveries waiting;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Hour latest = new Hour(Instant.MIN, false, List.of(), null, List.of());

    /**
     * @param available whether the timeline responded
     * @param behind how far the timeline is behind; null if that is unknown
     */
    record Hour(
            Instant asked,
            boolean available,
            List<ActiveMinute> minutes,
            @Nullable Duration behind,
            List<String> incomplete) {
        Hour {
            minutes = List.copyOf(minutes);
            incomplete = List.copyOf(incomplete);
        }

        Hour with(List<ActiveMinute> visible) {
            return new Hour(asked, available, visible, behind, incomplete);
        }

        private boolean isRecent(Instant now) {
            return now.isBefore(asked.plus(INTERVAL)) && !now.isBefore(asked);
        }

        private boolean complete() {
            return available && incomplete.isEmpty() && behind != null && behind.compareTo(MOST_BEHIND) < 0;
        }
    }

    public RecentActivity(Timeline timeline) {
        this.timeline = timeline;
        this.waiting = new WaitingDeliveries(timeline);
    }

    /** Returns what waits at present; null if that is not known. */
    WaitingDeliveries.@Nullable ByTier waiting(Instant now) {
        return waiting.at(now);
    }

    /** Returns what is known while another request asks. */
    Hour at(Instant now) {
        var known = latest;
        if (known.isRecent(now) || (known.available() && lock.isLocked())) {
            return known;
        }
        lock.lock();
        try {
            var newest = latest;
            if (!newest.isRecent(now)) {
                newest = ask(newest, now);
                latest = newest;
            }
            return newest;
        } finally {
            lock.unlock();
        }
    }

    private Hour ask(Hour known, Instant now) {
        var oldest = now.minus(HOUR).truncatedTo(ChronoUnit.MINUTES);
        var changed = known.asked().isBefore(oldest) ? oldest : known.asked().minus(MAY_CHANGE);
        var from = known.complete() && changed.isAfter(oldest) ? changed.truncatedTo(ChronoUnit.MINUTES) : oldest;
        try {
            return merged(known, oldest, from, timeline.ask(new Recent(from)), now);
        } catch (TimelineUnavailableException e) {
            log.debug("the timeline could not be asked for the last hour", e);
            return new Hour(now, false, List.of(), null, List.of());
        }
    }

    private static Hour merged(Hour known, Instant oldest, Instant from, TimelineResult result, Instant now) {
        var minutes = new ArrayList<>(result.active());
        for (var each : known.minutes()) {
            if (each.minute().isBefore(from) && !each.minute().isBefore(oldest)) {
                minutes.add(each);
            }
        }
        return new Hour(now, true, minutes, result.behind(), result.incomplete());
    }
}
