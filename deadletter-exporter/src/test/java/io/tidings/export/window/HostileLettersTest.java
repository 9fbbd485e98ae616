package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.DeliveryReader;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import io.tidings.export.redrive.choice.GivenUp;
import io.tidings.testbed.HostileValues;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** No header of a dead letter stops the exporter or a redrive: it is understood, or the letter is rejected. */
class HostileLettersTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final byte[] JSON = "{\"id\":\"1\"}".getBytes(UTF_8);

    @RepeatedTest(1000)
    void aLetterIsIllegibleOrCanBeWorkedWith(RepetitionInfo run) {
        var headers = headers();
        new HostileValues(run.getCurrentRepetition()).spoil(headers);

        switch (DeadLetter.read(7, NOON, headers, JSON)) {
            case DeadLetter.Read.Illegible(var _, var sentence) ->
                assertThat(sentence).isNotEmpty();
            case DeadLetter.Read.Legible(var letter) -> {
                assertThat(Duration.between(letter.since(), NOON).toNanos()).isLessThan(Long.MAX_VALUE);
                letter.reappendState().ifPresent(earlier -> {
                    earlier.writeTo(headers);
                    assertThat(Earlier.read(headers)).contains(earlier);
                });
                assertThat(letter.weight()).isPositive();
            }
        }
        GivenUp.read(1, 7, NOON, headers, new DeliveryReader())
                .ifPresent(letter -> assertThat(
                                letter.delivery().redriven("u2", 7, NOON).redriven())
                        .isNotNull());
    }

    private static Headers headers() {
        var event = new DeliveredEvent(
                EventSchema.EVENT_GRID, "1", "1.0", NOON, new EventSource("tidings.events", 3, 17), null);
        var delivery = new Delivery(new SubscriptionKey("orders", "to-crm"), "uid", event, 7, LadderPlace.START)
                .redriven("uid", 7, NOON);
        var headers = new RecordHeaders(DeliveryHeaders.write(delivery, NOON));
        headers.add(HeaderNames.DEAD_LETTER_ACCOUNT, "archive".getBytes(UTF_8));
        headers.add(HeaderNames.DEAD_LETTER_CONTAINER, "dead".getBytes(UTF_8));
        headers.add(HeaderNames.DEAD_LETTER_REASON, "TimeToLiveExceeded".getBytes(UTF_8));
        var blob = "TO-CRM/2026/11/21/11/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
        new Earlier(NOON.minusSeconds(600), blob, 3, 17, Duration.ofMinutes(10)).writeTo(headers);
        return headers;
    }
}
