package io.tidings.ingest.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-START: a job whose start is not open is cancelled, because matching delivers the same events. */
class PastStartsTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");

    private final Job job =
            new Job(StartPlaces.job("u1"), JobRequest.start(BILLING, Instant.EPOCH, NOON), JobWish.RUN, null);

    @Test
    void aJobIsForTheOpenStartOfItsSubscription() {
        assertThat(PastStarts.isFor(job, entry("u1", StartState.OPEN))).isTrue();
        assertThat(PastStarts.isFor(job, entry("u2", StartState.OPEN))).isFalse();
        assertThat(PastStarts.isFor(job, Optional.empty())).isFalse();
    }

    /** Its header is unknown to a former release. */
    @Test
    void aStartThatWasDroppedOrIsDoneNeedsNoJob() {
        assertThat(PastStarts.isFor(job, entry("u1", null))).isFalse();
        assertThat(PastStarts.isFor(job, entry("u1", StartState.DONE))).isFalse();
    }

    private static Optional<SubscriptionEntry> entry(String uid, @Nullable StartState start) {
        var subscription = new Subscription(
                BILLING,
                new Webhook(URI.create("https://hooks.example/billing")),
                EventFilter.EVERYTHING,
                null,
                new RetryPolicy(null, null),
                null,
                null,
                List.of());
        return Optional.of(new SubscriptionEntry(
                subscription, uid, Provisioning.succeeded(null).start(start), 0));
    }
}
