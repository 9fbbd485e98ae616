package io.tidings.export.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTargets;
import io.tidings.contract.job.JobWish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: in which order jobs are worked on. */
class JobQueueTest {
    private static final Job FIRST = running("1", "billing");
    private static final Job SAME = running("2", "billing");
    private static final Job OTHER = running("3", "audit");
    private static final Job BOTH = new Job(
            "4",
            JobExamples.request(new JobTargets("orders", Set.of("audit", "billing"))),
            JobWish.RUN,
            OTHER.progress());

    private final JobQueue queue = new JobQueue(job -> job.request().targets().keys().stream()
            .map(SubscriptionKey::toString)
            .collect(Collectors.toSet()));
    private long now;

    @Test
    void theOldestJobIsFirst() {
        assertThat(next(FIRST, SAME, OTHER)).contains(FIRST);
        assertThat(next()).isEmpty();
    }

    @Test
    void onlyOneOfTheJobsThatExcludeEachOtherIsOpen() {
        assertThat(next(Set.of("orders/billing"), FIRST, SAME, OTHER)).contains(OTHER);
        assertThat(next(Set.of("orders/billing", "orders/audit"), FIRST, SAME, OTHER))
                .isEmpty();
    }

    @Test
    void aJobOfSeveralSubscriptionsExcludesThoseOfEachOfThem() {
        assertThat(next(Set.of("orders/billing"), BOTH)).isEmpty();
        assertThat(next(Set.of("orders/crm"), BOTH)).contains(BOTH);
        assertThat(next(Set.of("orders/billing"), BOTH, OTHER))
                .as("the older one is not overtaken, though it has to wait for its other subscription")
                .isEmpty();
    }

    @Test
    void aJobThatGaveWayIsBehindThoseThatWereNotOpen() {
        queue.opened(FIRST.id());
        assertThat(next(FIRST, OTHER)).contains(OTHER);
        queue.opened(OTHER.id());
        assertThat(next(FIRST, OTHER)).contains(FIRST);
    }

    @Test
    void aJobThatGaveWayIsStillBeforeLaterOnesThatItExcludes() {
        queue.opened(FIRST.id());
        assertThat(next(FIRST, SAME)).contains(FIRST);
    }

    @Test
    void aJobThatFailsWaitsLongerEachTimeAndKeepsNoOtherWaiting() {
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 5; i++) {
            var wait = queue.failed(FIRST.id(), now);
            waits.add(wait.toSeconds());
            assertThat(next(FIRST, OTHER)).contains(OTHER);
            assertThat(next(FIRST)).isEmpty();
            now += wait.toNanos();
            assertThat(next(FIRST)).contains(FIRST);
        }
        assertThat(waits).containsExactly(2L, 4L, 8L, 15L, 15L);
        assertThat(queue.failures(FIRST.id())).isEqualTo(5);
        queue.succeeded(FIRST.id());
        assertThat(queue.failures(FIRST.id())).isZero();
        assertThat(queue.failed(FIRST.id(), now)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aJobThatEndedIsNotOpenedThoughItsEndIsNotReadYet() {
        queue.ended(FIRST.id());
        assertThat(next(FIRST, SAME)).contains(SAME);
    }

    @Test
    void aJobWithNothingToDoIsPassedOver() {
        assertThat(next(JobExamples.job("1", "billing", JobWish.PAUSE, JobState.PAUSED), SAME))
                .contains(SAME);
    }

    private Optional<Job> next(Job... jobs) {
        return next(Set.of(), jobs);
    }

    private Optional<Job> next(Set<String> open, Job... jobs) {
        return queue.next(List.of(jobs), open, now);
    }

    private static Job running(String id, String subscription) {
        return JobExamples.job(id, subscription, JobWish.RUN, JobState.RUNNING);
    }
}
