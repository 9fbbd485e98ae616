package io.tidings.ingest.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobTargets;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: requests that come at once do not pass the limits together. */
class JobAdmissionTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final JobAdmission admission = new JobAdmission(new JobTable());

    @Test
    void jobsThatAreBeingWrittenCount() {
        var written = new AtomicInteger();
        var refusal = nested(20, written);
        assertThat(refusal).contains("20 jobs of topic orders have not ended");
        assertThat(written).hasValue(20);
        assertThat(admission.admit("late", request(), () -> {}))
                .as("none is being written")
                .isEmpty();
    }

    @Test
    void aJobThatCouldNotBeWrittenDoesNotCount() {
        IntStream.range(0, 30).forEach(i -> {
            try {
                admission.admit("job-" + i, request(), () -> {
                    throw new IllegalStateException("Kafka is away");
                });
            } catch (IllegalStateException _) {
                // as expected
            }
        });
        assertThat(admission.admit("late", request(), () -> {})).isEmpty();
    }

    /** Asks for a job while others are being written; returns the first refusal. */
    private String nested(int left, AtomicInteger written) {
        var inner = new StringBuilder();
        var refusal = admission.admit("job-" + left, request(), () -> {
            written.incrementAndGet();
            inner.append(nested(left - 1, written));
        });
        return refusal.map(error -> error.message()).orElseGet(inner::toString);
    }

    private static JobRequest request() {
        return new JobRequest(
                JobKind.REDRIVE,
                JobTargets.of(new SubscriptionKey("orders", "billing")),
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
}
