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
import io.tidings.contract.table.GoneNote;
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

    private final SubscriptionEntry sending = entry(HOOK, Gone.PAUSE);

    @Test
    void aResponsePausesTheSubscriptionAndIsRemembered() {
        assertThat(GonePauses.next(sending, gone(HOOK, NOON))).hasValueSatisfying(paused -> {
            assertThat(paused.subscription().paused()).isTrue();
            assertThat(paused.provisioning().gone()).isEqualTo(new GoneNote(NOON, true));
        });
    }

    @Test
    void nothingHappensWithoutTheWishOrAResponse() {
        assertThat(GonePauses.next(entry(HOOK, Gone.RETRY), gone(HOOK, NOON))).isEmpty();
        assertThat(GonePauses.next(sending, health(HOOK))).isEmpty();
    }

    @Test
    void aSubscriptionWithAnotherEndpointByNowIsNotPaused() {
        for (var former : new String[] {"https://former.example/billing", "https://hooks.example/former"}) {
            assertThat(GonePauses.next(sending, gone(URI.create(former), NOON))).isEmpty();
        }
    }

    @Test
    void aResumeHoldsUntilALaterResponse() {
        var paused = GonePauses.next(sending, gone(HOOK, NOON)).orElseThrow();
        var resumed = new SubscriptionEntry(
                paused.subscription().pausing(false),
                paused.uid(),
                paused.provisioning().remembering(paused.provisioning(), false),
                1);

        assertThat(GonePauses.next(resumed, gone(HOOK, NOON))).isEmpty();
        assertThat(GonePauses.next(resumed, gone(HOOK, NOON.minusSeconds(1)))).isEmpty();
        assertThat(GonePauses.next(resumed, gone(HOOK, NOON.plusSeconds(1)))).isPresent();
    }

    /** It came from a request that was on its way, so that it must not undo a resume. */
    @Test
    void aResponseDuringThePauseIsRememberedToo() {
        var paused = GonePauses.next(sending, gone(HOOK, NOON)).orElseThrow();

        assertThat(GonePauses.next(paused, gone(HOOK, NOON.plusSeconds(1))))
                .hasValueSatisfying(each -> assertThat(each.provisioning().gone())
                        .isEqualTo(new GoneNote(NOON.plusSeconds(1), true)));
    }

    @Test
    void aSubscriptionThatSomebodyPausedIsNotPausedForAnotherReason() {
        var byHand = new SubscriptionEntry(
                sending.subscription().pausing(true), sending.uid(), sending.provisioning(), 1);

        assertThat(GonePauses.next(byHand, gone(HOOK, NOON)))
                .hasValueSatisfying(each ->
                        assertThat(each.provisioning().gone()).isEqualTo(new GoneNote(NOON, false)));
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
        return new SubscriptionEntry(subscription, "u1", Provisioning.succeeded(null), 0);
    }

    private static EndpointHealth health(URI endpoint) {
        return new EndpointHealth("u1", 0, null, null, 0, NOON).of(endpoint);
    }

    private static EndpointHealth gone(URI endpoint, Instant seen) {
        return health(endpoint)
                .with(new GoneReport(CanonicalOrigin.of(endpoint).orElseThrow(), "deliveries-3@7", seen));
    }
}
