package io.tidings.ingest.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.Gone;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-GONE: when the owner of the table pauses a subscription. */
class GonePausesTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final URI HOOK = URI.create("https://hooks.example/billing");
    private static final long CREATED = 7;
    private static final long PAUSED = 8;
    private static final long RESUMED = 9;

    private final SubscriptionEntry sending = entry(HOOK, Gone.PAUSE);

    @Test
    void aResponsePausesTheSubscriptionAndIsTheReason() {
        assertThat(GonePauses.next(sending, gone(HOOK, CREATED, NOON))).hasValueSatisfying(paused -> {
            assertThat(paused.subscription().paused()).isTrue();
            assertThat(paused.provisioning().gone()).isEqualTo(NOON);
        });
    }

    @Test
    void nothingHappensWithoutTheWishOrAResponse() {
        assertThat(GonePauses.next(entry(HOOK, Gone.RETRY), gone(HOOK, CREATED, NOON)))
                .isEmpty();
        assertThat(GonePauses.next(sending, health())).isEmpty();
    }

    @Test
    void aResponseOfAFormerEndpointPausesNothing() {
        assertThat(GonePauses.next(sending, gone(URI.create("https://former.example/"), CREATED, NOON)))
                .isEmpty();
    }

    /** Whenever the response comes, and whatever the clocks of the worker and of the owner say. */
    @Test
    void aResumeHoldsAgainstRequestsThatWereSentBeforeIt() {
        var paused = GonePauses.next(sending, gone(HOOK, CREATED, NOON)).orElseThrow();
        var resumed = new SubscriptionEntry(
                paused.subscription().pausing(false),
                paused.uid(),
                paused.provisioning().remembering(paused.provisioning(), false),
                RESUMED);

        for (var seen : new Instant[] {NOON, NOON.plusSeconds(60), NOON.minusSeconds(60)}) {
            assertThat(GonePauses.next(resumed, gone(HOOK, CREATED, seen))).isEmpty();
            assertThat(GonePauses.next(resumed, gone(HOOK, RESUMED, seen))).isPresent();
        }
    }

    @Test
    void aPausedSubscriptionStaysAsItIs() {
        var byHand = new SubscriptionEntry(
                sending.subscription().pausing(true), sending.uid(), sending.provisioning(), PAUSED);

        assertThat(GonePauses.next(byHand, gone(HOOK, CREATED, NOON))).isEmpty();
        assertThat(GonePauses.next(byHand, gone(HOOK, PAUSED, NOON))).isEmpty();
    }

    private static SubscriptionEntry entry(URI endpoint, Gone gone) {
        var subscription = new Subscription(
                        new SubscriptionKey("orders", "billing"),
                        new Webhook(endpoint),
                        EventFilter.EVERYTHING,
                        null,
                        new RetryPolicy(null, null),
                        null,
                        null,
                        List.of())
                .with(Extensions.NONE.with(gone));
        return new SubscriptionEntry(subscription, "u1", Provisioning.succeeded(null), CREATED);
    }

    private static EndpointHealth health() {
        return new EndpointHealth("u1", 0, null, null, 0, NOON).of(HOOK);
    }

    private static EndpointHealth gone(URI endpoint, long version, Instant seen) {
        return health().with(new GoneReport(CanonicalOrigin.of(endpoint).orElseThrow(), version, seen));
    }
}
