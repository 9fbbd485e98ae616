package io.tidings.export.redrive.choice;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import java.util.Set;

/** Dead letters of the subscription {@code orders/billing}, and who selects them. */
final class Letters {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final String UID = "u1";

    private Letters() {}

    /** Given up at noon for its attempts. */
    static GivenUp letter(long offset) {
        return letter(offset, NOON, UID, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
    }

    static GivenUp letter(long offset, Instant since, String uid, DeadLetterReason reason) {
        return new GivenUp(0, offset, since, false, delivery(uid, offset), reason.wireName());
    }

    /** Appended again, as often as its storage was away. */
    static GivenUp copy(long offset, GivenUp first) {
        return new GivenUp(0, offset, first.since(), true, first.delivery(), first.reason());
    }

    /** Given up again after it was brought back. */
    static GivenUp redriven(long offset) {
        return new GivenUp(
                0,
                offset,
                NOON,
                false,
                delivery(UID, offset).redriven(UID, 1, NOON),
                DeadLetterReason.TIME_TO_LIVE_EXCEEDED.wireName());
    }

    static Selection everything() {
        return new Selection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), false, false);
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
                LadderPlace.START);
    }
}
