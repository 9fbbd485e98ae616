package io.tidings.export.job;

import static io.tidings.export.job.JobExamples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTargets;
import io.tidings.contract.job.JobWish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: a job is remembered as long as a later one could bring the same events back. */
class JobMemoryTest {
    @Test
    void anEndedJobIsForgottenAfterFourteenDays() {
        var ended = ended("1", NOON.minus(Duration.ofDays(14)), 5);
        assertThat(superfluous(List.of(ended), 100)).isEmpty();
        assertThat(JobMemory.superfluous(List.of(ended), _ -> 100, NOON.plusMillis(1)))
                .containsExactly(ended);
    }

    @Test
    void ofThoseThatBroughtNothingBackTheNewestHundredOfEachTopicAreKept() {
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < 102; i++) {
            jobs.add(ended("idle-" + i, NOON.minusSeconds(2_000 - i), 0));
            jobs.add(ended("busy-" + i, NOON.minusSeconds(4_000 - i), 1));
            jobs.add(idle("news", "other-" + i, NOON.minusSeconds(9_000 - i)));
        }
        assertThat(superfluous(jobs, 100))
                .extracting(Job::id)
                .containsExactlyInAnyOrder("idle-1", "idle-0", "other-1", "other-0");
    }

    @Test
    void aJobOfSeveralTopicsIsKeptIfEachOfThemHasRoom() {
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < 100; i++) {
            jobs.add(idle("news", "news-" + i, NOON.minusSeconds(i)));
        }
        var both = new JobTargets(
                List.of(new SubscriptionKey("news", "billing"), new SubscriptionKey("orders", "billing")));
        var ended = ended("both", NOON.minusSeconds(9_000), 0);
        jobs.add(new Job("both", JobExamples.request(both), ended.wish(), ended.progress()));
        assertThat(superfluous(jobs, 100)).extracting(Job::id).containsExactly("both");
        assertThat(superfluous(jobs.subList(1, 101), 100)).isEmpty();
    }

    @Test
    void ofThoseThatBroughtNothingBackTheNewestMebibyteOfEachTopicIsKept() {
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < 18; i++) {
            jobs.add(ended("idle-" + i, NOON.minusSeconds(2_000 - i), 0));
            jobs.add(ended("busy-" + i, NOON.minusSeconds(4_000 - i), 1));
        }
        assertThat(superfluous(jobs, 64 * 1024)).extracting(Job::id).containsExactly("idle-1", "idle-0");
    }

    @Test
    void ofThoseThatBroughtNothingBackTheNewestThousandOfAllTopicsAreKept() {
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < 1_002; i++) {
            jobs.add(idle("topic-" + i % 20, "idle-" + i, NOON.minusSeconds(2_000 - i)));
        }
        assertThat(superfluous(jobs, 100)).extracting(Job::id).containsExactly("idle-1", "idle-0");
    }

    @Test
    void aJobThatHasNotEndedIsKept() {
        var old = NOON.minus(Duration.ofDays(30));
        assertThat(superfluous(List.of(job("1", JobState.RUNNING, old, null, 0)), 100))
                .isEmpty();
    }

    private static List<Job> superfluous(List<Job> jobs, long bytesOfEach) {
        return JobMemory.superfluous(jobs, _ -> bytesOfEach, NOON);
    }

    private static Job idle(String topic, String id, Instant end) {
        var job = ended(id, end, 0);
        return new Job(id, JobExamples.request(new SubscriptionKey(topic, "billing")), job.wish(), job.progress());
    }

    private static Job ended(String id, Instant end, long written) {
        return job(id, JobState.DONE, end, end, written);
    }

    private static Job job(String id, JobState state, Instant started, @Nullable Instant end, long written) {
        var counts = new JobCounts(written, written, true, written, Map.of());
        var progress = new JobProgress(state, started, end, null, counts, List.of(), Map.of(), Set.of("u1"));
        return new Job(id, JobExamples.request("billing"), JobWish.RUN, progress);
    }
}
