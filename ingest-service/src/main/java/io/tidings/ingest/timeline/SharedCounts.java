package io.tidings.ingest.timeline;

import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.AllPending;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.DeadLetters;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.PendingBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.RecentBySubscription;
import io.tidings.contract.timeline.TimelineQuery.Rejected;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Asks the timeline once for all pages that show the same counts within a second. Lists and events are asked for each
 * time. Thread-safe.
 */
public final class SharedCounts implements TimelineApi.Timeline {
    private static final Duration LASTS = Duration.ofSeconds(1);

    private final TimelineApi.Timeline timeline;
    private final InstantSource clock;
    private final Map<TimelineQuery, Asked> asked = new ConcurrentHashMap<>();

    private record Asked(Instant at, FutureTask<TimelineResult> task) {
        boolean isRecent(Instant now) {
            return !now.isBefore(at) && now.isBefore(at.plus(LASTS));
        }
    }

    public SharedCounts(TimelineApi.Timeline timeline, InstantSource clock) {
        this.timeline = timeline;
        this.clock = clock;
    }

    @Override
    public TimelineResult ask(TimelineQuery query) throws TimelineUnavailableException {
        return switch (query) {
            case Pending _,
                    AllPending _,
                    PendingBySubscription _,
                    Minutes _,
                    Recent _,
                    Total _,
                    RecentBySubscription _ -> shared(query);
            case OfEvent _, Attempts _, DeadLetters _, Rejected _ -> timeline.ask(query);
        };
    }

    private TimelineResult shared(TimelineQuery query) throws TimelineUnavailableException {
        var now = clock.instant();
        asked.values().removeIf(each -> !each.isRecent(now));
        var mine = new Asked(now, new FutureTask<>(() -> timeline.ask(query)));
        var first = asked.putIfAbsent(query, mine);
        if (first == null) {
            mine.task().run();
            return result(mine);
        }
        return older(result(first), Duration.between(first.at(), now));
    }

    /** The timeline may lack what was committed since it was asked. */
    private static TimelineResult older(TimelineResult result, Duration age) {
        var behind = result.behind();
        return behind == null ? result : result.with(behind.plus(age), List.of());
    }

    private static TimelineResult result(Asked asked) throws TimelineUnavailableException {
        try {
            return asked.task().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimelineUnavailableException unavailable) {
                throw unavailable;
            }
            throw new IllegalStateException("the timeline could not be asked", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimelineUnavailableException("interrupted while waiting for the timeline");
        }
    }
}
