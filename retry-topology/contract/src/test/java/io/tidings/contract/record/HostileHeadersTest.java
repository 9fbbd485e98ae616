package io.tidings.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.DeliveryHeaders.Read;
import io.tidings.testbed.HostileHeaders;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Any producer can write any header: it is valid or malformed, and never stops a program. */
class HostileHeadersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

    @RepeatedTest(1000)
    void aDeliveryIsMalformedOrCanBeWorkedWith(RepetitionInfo run) {
        var headers = new RecordHeaders(DeliveryHeaders.write(delivery(), NOON));
        new HostileHeaders(run.getCurrentRepetition()).spoil(headers);

        switch (new DeliveryReader().read(headers)) {
            case Read.Malformed(var reason, var sentence) -> {
                assertThat(reason).isIn(RejectionReason.INVALID_DELIVERY, RejectionReason.UNKNOWN_FORMAT);
                assertThat(sentence).contains("tidings-");
            }
            case Read.Valid(var delivery) -> assertThatItCanBeWorkedWith(delivery);
        }
    }

    private static void assertThatItCanBeWorkedWith(Delivery delivery) {
        var retryState = delivery.retryState();
        assertThat(Duration.between(delivery.event().published(), NOON).toNanos())
                .isBetween(-Long.MAX_VALUE, Long.MAX_VALUE);
        if (retryState.due() != null) {
            assertThat(Duration.between(delivery.event().published(), retryState.due())
                            .toNanos())
                    .isBetween(-Long.MAX_VALUE, Long.MAX_VALUE);
        }
        var busy = new LastAttempt(LastOutcome.BUSY, 503, NOON);
        assertThatItIsReadAsWritten(delivery.at(retryState.ended(busy)));
        assertThatItIsReadAsWritten(delivery.at(retryState.deferred(LastOutcome.DELIVERING, NOON)));
        assertThatItIsReadAsWritten(delivery.redriven("u2", 7, NOON));
    }

    /** Or it is rejected next time: it was counted on to the end, or it never said how its last attempt had ended. */
    private static void assertThatItIsReadAsWritten(Delivery delivery) {
        Headers written = new RecordHeaders(DeliveryHeaders.write(delivery, NOON));
        switch (DeliveryHeaders.read(written)) {
            case Read.Valid(var read) -> assertThat(read).isEqualTo(delivery);
            case Read.Malformed(var _, var sentence) ->
                assertThat(sentence).containsPattern("1000000001|last-attempt is missing");
        }
    }

    private static Delivery delivery() {
        var event = new DeliveredEvent(
                EventSchema.CLOUD_EVENTS,
                "e1",
                "2.0",
                NOON,
                new EventSource("tidings.events", 3, 17),
                new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1"));
        var last = new LastAttempt(LastOutcome.BUSY, 503, NOON.minusSeconds(1));
        var retryState = new RetryState(3, 2, NOON.plusSeconds(10), last);
        var redriven = new Redriven(1, NOON.minusSeconds(60));
        return new Delivery(new SubscriptionKey("shop", "billing"), "u1", event, 7, retryState, redriven, null, false);
    }
}
