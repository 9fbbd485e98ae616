package io.tidings.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.DeadLetterDestination;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** The worker writes dead letters, the exporter and a redrive read them (B-DLQ-2, B-DLQ-4). */
class DeadLetterHeadersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BLOB = "TO-CRM/2026/11/21/11/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");
    private static final Delivery DELIVERY = new Delivery(
            new SubscriptionKey("orders", "to-crm"),
            "uid",
            new DeliveredEvent(EventSchema.EVENT_GRID, "1", null, NOON, new EventSource("events", 0, 1), TRACE),
            0,
            RetryState.START);

    @Test
    void theyAreReadAsTheyWereWritten() {
        var letter = new DeadLetterHeaders(written());
        assertThat(letter.account()).isEqualTo("archive");
        assertThat(letter.container()).isEqualTo("dead");
        assertThat(letter.reason()).isEqualTo(DeadLetterReason.BAD_REQUEST.wireName());
        assertThat(letter.eventId()).isEqualTo("1");
        assertThat(letter.trace()).isEqualTo(TRACE);
        assertThat(letter.since()).isEmpty();
        assertThat(letter.reappendState()).isEmpty();
        assertThat(DeliveryHeaders.read(letter.headers())).isEqualTo(new DeliveryHeaders.Read.Valid(DELIVERY));
    }

    @Test
    void theStateOfAnEarlierAppendIsReadAsItWasWritten() {
        var headers = written();
        var state = new ReappendState(NOON.minusSeconds(600), BLOB, 3, 17, Duration.ofMinutes(10));
        new ReappendState(NOON, BLOB, 1, 1, Duration.ZERO).writeTo(headers);
        state.writeTo(headers);
        assertThat(new DeadLetterHeaders(headers).reappendState()).contains(state);
        assertThat(new DeadLetterHeaders(headers).since()).contains(state.since());
    }

    @Test
    void anInvalidTimeOfTheFirstAppendIsIgnored() {
        var headers = written();
        HeaderText.set(headers, HeaderNames.DEAD_LETTER_SINCE, "noon");
        assertThat(new DeadLetterHeaders(headers).since()).isEmpty();
    }

    /** B-DLQ-8 */
    @Test
    void aLetterForATopicNamesItBesideOrInsteadOfAContainer() {
        var container = new DeadLetterDestination("/storageAccounts/archive", "dead");
        var both = DeadLetterHeaders.write(DELIVERY, NOON, container, "shop", DeadLetterReason.BAD_REQUEST);
        var alone = DeadLetterHeaders.write(DELIVERY, NOON, null, "shop", DeadLetterReason.BAD_REQUEST);

        assertThat(new DeadLetterHeaders(new RecordHeaders(both)).topic()).isEqualTo("shop");
        assertThat(new DeadLetterHeaders(new RecordHeaders(both)).onlyToTopic()).isFalse();
        assertThat(new DeadLetterHeaders(new RecordHeaders(alone)).topic()).isEqualTo("shop");
        assertThat(new DeadLetterHeaders(new RecordHeaders(alone)).onlyToTopic())
                .isTrue();
        assertThat(new DeadLetterHeaders(written()).topic()).isNull();
        assertThat(new DeadLetterHeaders(written()).onlyToTopic()).isFalse();
    }

    @Test
    void aRecordWithoutHeadersNamesNothing() {
        var none = new DeadLetterHeaders(new RecordHeaders());
        assertThat(none.account()).isEmpty();
        assertThat(none.container()).isEmpty();
        assertThat(none.reason()).isNull();
        assertThat(none.eventId()).isEmpty();
        assertThat(none.trace()).isNull();
    }

    private static RecordHeaders written() {
        var destination = new DeadLetterDestination("/storageAccounts/archive", "dead");
        return new RecordHeaders(
                DeadLetterHeaders.write(DELIVERY, NOON, destination, null, DeadLetterReason.BAD_REQUEST));
    }
}
