package io.tidings.contract.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-START: what the owner does next. */
class StartStepTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final Map<String, Long> READ = Map.of("tidings.events-1", 7L);

    @Test
    void theJobIsAskedForAndThenWaitedForUntilItHasCaughtUp() {
        assertThat(StartStep.of(Optional.empty(), _ -> 0)).isEqualTo(StartStep.ASK);
        assertThat(step(null, JobWish.RUN, 0)).isEqualTo(StartStep.WAIT);
        assertThat(step(progress(JobState.RUNNING, READ), JobWish.RUN, 9)).isEqualTo(StartStep.WAIT);
        var caughtUp = Map.of("tidings.events-1", 7L, StartPlaces.CAUGHT_UP, 1L);
        assertThat(step(progress(JobState.RUNNING, caughtUp), JobWish.RUN, 0)).isEqualTo(StartStep.MARK);
        assertThat(step(progress(JobState.PAUSED, READ), JobWish.PAUSE, 9)).isEqualTo(StartStep.WAIT);
    }

    /** The job is done, so only a marker lets matching deliver what comes to a partition that is added now. */
    @Test
    void itEndsWhenTheJobHasEndedAndMatchingIsBehindItAndMarksUntilThen() {
        for (var ended : List.of(JobState.DONE, JobState.CANCELLED, JobState.FAILED)) {
            assertThat(step(progress(ended, READ), JobWish.RUN, 6)).isEqualTo(StartStep.MARK);
            assertThat(step(progress(ended, READ), JobWish.RUN, 7)).isEqualTo(StartStep.END);
        }
        assertThat(step(null, JobWish.CANCEL, 0)).isEqualTo(StartStep.END);
    }

    @Test
    void theMarksOfAJobAreNoPartitions() {
        var all = Map.of("a-b-12", 5L, StartPlaces.marker("a-b-12"), 5L, StartPlaces.CAUGHT_UP, 1L);
        assertThat(StartPlaces.partitions(all)).isEqualTo(Map.of("a-b-12", 5L));
        assertThat(StartPlaces.marked(all, "a-b-12")).isTrue();
        assertThat(StartPlaces.marked(all, "a-b-1")).isFalse();
    }

    private static StartStep step(@Nullable JobProgress progress, JobWish wish, long matched) {
        var request = JobRequest.start(new SubscriptionKey("orders", "billing"), Instant.EPOCH, NOON);
        return StartStep.of(Optional.of(new Job("start-u1", request, wish, progress)), _ -> matched);
    }

    private static JobProgress progress(JobState state, Map<String, Long> positions) {
        return new JobProgress(state, NOON, null, null, JobCounts.NONE, List.of(), positions, Set.of());
    }
}
