package io.tidings.export.selection;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import java.util.Set;

/** Dead letters of the subscription {@code orders/billing}, and their selections. */
final class RedriveExamples {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final String UID = "u1";

    private RedriveExamples() {}

    /** Given up at noon for its attempts. */
    static RedriveCandidate letter(long offset) {
        return letter(offset, NOON, UID, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
    }

    static RedriveCandidate letter(long offset, Instant since, String uid, DeadLetterReason reason) {
        return new RedriveCandidate(0, offset, since, false, delivery(uid, offset), reason.wireName());
    }

    /** Appended again, as often as its storage was away. */
    static RedriveCandidate copy(long offset, RedriveCandidate first) {
        return new RedriveCandidate(0, offset, first.since(), true, first.delivery(), first.reason());
    }

    /** Given up again after it was brought back. */
    static RedriveCandidate redriven(long offset) {
        return new RedriveCandidate(
                0,
                offset,
                NOON,
                false,
                delivery(UID, offset).redriven(UID, 1, NOON),
                DeadLetterReason.TIME_TO_LIVE_EXCEEDED.wireName());
    }

    static RedriveSelection everything() {
        return new RedriveSelection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), false, false);
    }

    private static Delivery delivery(String uid, long event) {
        return new Delivery(
                new SubscriptionKey("orders", "billing"),
                uid,
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        "e" + event,
                        null,
                        NOON.minusSeconds(60),
                        new EventSource("tidings.events", 0, event),
                        null),
                1,
                RetryState.START);
    }
}
