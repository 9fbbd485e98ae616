package io.tidings.ingest.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTargets;
import io.tidings.contract.job.JobWish;
import io.tidings.ingest.http.ApiError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: how many jobs wait, and how many are remembered. */
class JobLimitsTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void upToTwentyJobsOfATopicAndAHundredOfAllMayWait() {
        assertThat(refusal(jobs(19, "orders", null), request("orders", false))).isEmpty();
        assertThat(refusal(jobs(20, "orders", null), request("orders", false)))
                .contains("20 jobs of topic orders have not ended");
        assertThat(refusal(jobs(20, "orders", null), request("news", false))).isEmpty();
        assertThat(refusal(jobs(100, "orders", null), request("news", false))).contains("100 jobs have not ended");
    }

    @Test
    void aJobOfSeveralTopicsCountsForEachOfThem() {
        var both = new JobTargets(List.of(new SubscriptionKey("news", "crm"), new SubscriptionKey("orders", "crm")));
        assertThat(refusal(jobs(20, "orders", null), request(both, false)))
                .contains("20 jobs of topic orders have not ended");
        var open = IntStream.range(0, 20)
                .mapToObj(i -> new Job("job-" + i, request(both, false), JobWish.RUN, null))
                .toList();
        for (var topic : List.of("news", "orders")) {
            assertThat(refusal(open, request(topic, false))).contains("20 jobs of topic " + topic);
        }
        assertThat(refusal(open, request("other", false))).isEmpty();
    }

    @Test
    void jobsThatBroughtSomethingBackAreRememberedUpToALimit() {
        assertThat(refusal(jobs(4_999, "orders", ended(1)), request("news", false)))
                .isEmpty();
        assertThat(refusal(jobs(5_000, "orders", ended(1)), request("news", false)))
                .contains("5000 jobs of the last 14 days");
        assertThat(refusal(jobs(5_000, "orders", ended(1)), request("news", true)))
                .as("a dry run brings nothing back")
                .isEmpty();
        assertThat(refusal(jobs(5_000, "orders", ended(0)), request("news", false)))
                .isEmpty();
    }

    @Test
    void allRememberedJobsOfATopicCountWhateverBecameOfThem() {
        var cancelled = IntStream.range(0, 1_000)
                .mapToObj(i -> new Job("job-" + i, request("orders", false), JobWish.CANCEL, null))
                .toList();
        assertThat(refusal(cancelled.subList(1, 1_000), request("orders", true)))
                .isEmpty();
        assertThat(refusal(cancelled, request("orders", true))).contains("1000 jobs of topic orders are remembered");
        assertThat(refusal(cancelled, request("news", true))).isEmpty();
    }

    @Test
    void theBytesOfRememberedJobsAreLimited() {
        var jobs = jobs(128, "orders", ended(0));
        assertThat(refusal(jobs, 65_535, request("orders", false))).isEmpty();
        assertThat(refusal(jobs, 65_536, request("orders", false)))
                .contains("jobs of topic orders that are remembered have 8 MiB");
        assertThat(refusal(jobs, 65_536, request("news", false))).isEmpty();
        assertThat(refusal(jobs, 8 * 65_536, request("news", false))).contains("jobs that are remembered have 64 MiB");
    }

    @Test
    void aRefusalSaysThatALaterRequestMaySucceed() {
        assertThat(JobLimits.refusal(jobs(20, "orders", null), _ -> 100, request("orders", false)))
                .map(ApiError::status)
                .contains(429);
    }

    /** Returns the message, or an empty text. */
    private static String refusal(List<Job> jobs, JobRequest request) {
        return refusal(jobs, 100, request);
    }

    private static String refusal(List<Job> jobs, long bytesOfEach, JobRequest request) {
        Optional<ApiError> refusal = JobLimits.refusal(jobs, _ -> bytesOfEach, request);
        return refusal.map(ApiError::message).orElse("");
    }

    private static List<Job> jobs(int number, String topic, @Nullable JobProgress progress) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Job("job-" + i, request(topic, false), JobWish.RUN, progress))
                .toList();
    }

    private static JobProgress ended(long written) {
        var counts = new JobCounts(written, written, true, written, Map.of());
        return new JobProgress(JobState.DONE, NOON, NOON, null, counts, List.of(), Map.of(), Set.of("u1"));
    }

    private static JobRequest request(String topic, boolean dryRun) {
        return request(JobTargets.of(new SubscriptionKey(topic, "billing")), dryRun);
    }

    private static JobRequest request(JobTargets targets, boolean dryRun) {
        return new JobRequest(
                JobKind.REDRIVE,
                targets,
                new JobSelection(Set.of(), Instant.EPOCH, NOON, Set.of(), Set.of()),
                dryRun,
                JobRequest.Letters.TOPIC,
                false,
                false,
                false,
                100,
                NOON,
                "anna");
    }
}
