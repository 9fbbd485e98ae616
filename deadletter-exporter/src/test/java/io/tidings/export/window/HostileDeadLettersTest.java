package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.contract.record.ReappendState;
import io.tidings.export.selection.RedriveCandidate;
import io.tidings.testbed.HostileHeaders;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** No header of a dead letter stops the exporter or a redrive: it is understood, or the letter is rejected. */
class HostileDeadLettersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final byte[] JSON = "{\"id\":\"1\"}".getBytes(UTF_8);

    @RepeatedTest(1000)
    void aLetterIsMalformedOrCanBeWorkedWith(RepetitionInfo run) {
        var headers = headers();
        new HostileHeaders(run.getCurrentRepetition()).spoil(headers);

        switch (DeadLetter.read(7, NOON, headers, JSON)) {
            case DeadLetter.Read.Malformed(var _, var sentence) ->
                assertThat(sentence).isNotEmpty();
            case DeadLetter.Read.Elsewhere() -> throw new AssertionError("no header names a Kafka topic");
            case DeadLetter.Read.Valid(var letter) -> {
                assertThat(Duration.between(letter.since(), NOON).toNanos()).isLessThan(Long.MAX_VALUE);
                letter.reappendState().ifPresent(reappendState -> {
                    reappendState.writeTo(headers);
                    assertThat(new DeadLetterHeaders(headers).reappendState()).contains(reappendState);
                });
                assertThat(letter.weight()).isPositive();
            }
        }
        RedriveCandidate.read(1, 7, NOON, headers, new DeliveryReader())
                .ifPresent(candidate -> assertThat(
                                candidate.delivery().redriven("u2", 7, NOON).redriven())
                        .isNotNull());
    }

    private static Headers headers() {
        var event = new DeliveredEvent(
                EventSchema.EVENT_GRID, "1", "1.0", NOON, new EventSource("tidings.events", 3, 17), null);
        var delivery = new Delivery(new SubscriptionKey("orders", "to-crm"), "uid", event, 7, RetryState.START)
                .redriven("uid", 7, NOON);
        var headers = new RecordHeaders(DeliveryHeaders.write(delivery, NOON));
        headers.add(HeaderNames.DEAD_LETTER_ACCOUNT, "archive".getBytes(UTF_8));
        headers.add(HeaderNames.DEAD_LETTER_CONTAINER, "dead".getBytes(UTF_8));
        headers.add(HeaderNames.DEAD_LETTER_REASON, "TimeToLiveExceeded".getBytes(UTF_8));
        var blob = "TO-CRM/2026/11/21/11/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
        new ReappendState(NOON.minusSeconds(600), blob, 3, 17, Duration.ofMinutes(10)).writeTo(headers);
        return headers;
    }
}
