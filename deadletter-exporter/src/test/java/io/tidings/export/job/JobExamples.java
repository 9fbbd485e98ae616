package io.tidings.export.job;

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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class JobExamples {
    static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private JobExamples() {}

    static Job job(JobWish wish, @Nullable JobState state) {
        return job("j1", "billing", wish, state);
    }

    static Job job(String id, String subscription, JobWish wish, @Nullable JobState state) {
        return new Job(id, request(subscription), wish, state == null ? null : progress(state));
    }

    static JobRequest request(String subscription) {
        return request(new SubscriptionKey("orders", subscription));
    }

    static JobRequest request(SubscriptionKey subscription) {
        return request(JobTargets.of(subscription));
    }

    static JobRequest request(JobTargets targets) {
        return new JobRequest(
                JobKind.REDRIVE,
                targets,
                new JobSelection(Set.of(), Instant.EPOCH, NOON, Set.of(), Set.of()),
                false,
                JobRequest.Letters.TOPIC,
                false,
                false,
                false,
                100,
                NOON,
                "anna");
    }

    private static JobProgress progress(JobState state) {
        return new JobProgress(state, NOON, null, null, JobCounts.NONE, List.of(), Map.of(), Set.of("u1"));
    }
}
