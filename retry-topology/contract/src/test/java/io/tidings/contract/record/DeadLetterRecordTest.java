package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B-DLQ-2 and B-DLQ-3: member names, their casing and their order. */
class DeadLetterRecordTest {
    private static final Instant PUBLISHED = Instant.parse("2026-11-21T09:30:00.5Z");
    private static final RetryState BUSY = new RetryState(
            30, 0, null, new LastAttempt(LastOutcome.BUSY, 503, Instant.parse("2026-11-21T10:00:00.123456789Z")));

    @Test
    void anEventGridEventGetsMembersInCamelCase() {
        assertThat(record(EventSchema.EVENT_GRID, BUSY, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED))
                .isEqualTo("""
                    {"id":"1","data":{"n":1.50},"deadLetterOwner":"shop/billing/u1","deadLetterReason":"MaxDeliveryAttemptsExceeded",\
                    "deliveryAttempts":30,"lastDeliveryOutcome":"Busy","lastHttpStatusCode":503,\
                    "publishTime":"2026-11-21T09:30:00.5000000Z",\
                    "lastDeliveryAttemptTime":"2026-11-21T10:00:00.1234567Z"}\
                    """);
    }

    @Test
    void aCloudEventGetsExtensionsInLowerCase() {
        assertThat(record(EventSchema.CLOUD_EVENTS, BUSY, DeadLetterReason.TIME_TO_LIVE_EXCEEDED))
                .isEqualTo("""
                    {"id":"1","data":{"n":1.50},"deadletterowner":"shop/billing/u1","deadletterreason":"TimeToLiveExceeded",\
                    "deliveryattempts":30,"lastdeliveryoutcome":"Busy","lasthttpstatuscode":503,\
                    "publishtime":"2026-11-21T09:30:00.5000000Z",\
                    "lastdeliveryattempttime":"2026-11-21T10:00:00.1234567Z"}\
                    """);
    }

    @Test
    void aCustomEventBecomesTheDataOfAnEventGridEvent() {
        assertThat(record(EventSchema.CUSTOM, BUSY, DeadLetterReason.BAD_REQUEST))
                .isEqualTo("""
                    {"id":"e1","eventType":"t","deadLetterOwner":"shop/billing/u1","deadLetterReason":"UndeliverableDueToHttpBadRequest",\
                    "deliveryAttempts":30,"lastDeliveryOutcome":"Busy","lastHttpStatusCode":503,\
                    "publishTime":"2026-11-21T09:30:00.5000000Z",\
                    "lastDeliveryAttemptTime":"2026-11-21T10:00:00.1234567Z",\
                    "data":{"id":"1","data":{"n":1.50}}}\
                    """);
    }

    @Test
    void anEventThatWasBroughtBackWasPublishedWhenItWasPublishedFirst() {
        var first = delivery(EventSchema.EVENT_GRID, BUSY);
        var again = first.redriven("u1", 1, PUBLISHED.plusSeconds(60)).redriven("u1", 1, PUBLISHED.plusSeconds(90));
        assertThat(again.event().published()).as("its time to live").isEqualTo(PUBLISHED.plusSeconds(90));
        assertThat(new String(DeadLetterRecord.of(again, DeadLetterReason.BAD_REQUEST, "{}".getBytes(UTF_8)), UTF_8))
                .contains("\"publishTime\":\"2026-11-21T09:30:00.5000000Z\"");
    }

    /** Issue 31: earlier releases take the first added member that they do not know for one of the event. */
    @Test
    void anEventThatWasBroughtBackSaysHowOftenBeforeAllOtherMembers() throws IOException {
        for (var schema : EventSchema.values()) {
            var again = delivery(schema, BUSY).redriven("u1", 1, PUBLISHED.plusSeconds(60));
            var record = DeadLetterRecord.of(again, DeadLetterReason.BAD_REQUEST, "{\"id\":\"1\"}".getBytes(UTF_8));
            assertThat(new String(record, UTF_8))
                    .containsIgnoringCase(
                            "\"deadLetterRedriven\":\"1@2026-11-21T09:31:00.500Z\",\"deadLetterOwner\":\"shop/billing/u1\"");
            assertThat(new String(DeadLetterRecord.event(schema, record), UTF_8))
                    .isEqualTo("{\"id\":\"1\"}");
        }
    }

    @Test
    void anAttemptWithoutAResponseHasNoStatus() {
        var unreachable = new RetryState(1, 0, null, new LastAttempt(LastOutcome.SOCKET_ERROR, null, PUBLISHED));
        assertThat(record(EventSchema.EVENT_GRID, unreachable, DeadLetterReason.TIME_TO_LIVE_EXCEEDED))
                .contains("\"lastDeliveryOutcome\":\"SocketError\"")
                .doesNotContain("StatusCode");
    }

    @Test
    void anEventThatWasNeverAttemptedSaysSo() {
        assertThat(record(EventSchema.EVENT_GRID, RetryState.START, DeadLetterReason.TIME_TO_LIVE_EXCEEDED))
                .contains("\"deliveryAttempts\":0")
                .doesNotContain("lastDelivery");
    }

    @Test
    void membersOfTheEventThatHaveTheSameNamesAreReplaced() {
        var delivery = delivery(EventSchema.EVENT_GRID, BUSY);
        var event = "{\"deliveryAttempts\":7,\"id\":\"1\"}".getBytes(UTF_8);
        assertThat(new String(DeadLetterRecord.of(delivery, DeadLetterReason.BAD_REQUEST, event), UTF_8))
                .startsWith("{\"deliveryAttempts\":30,\"id\":\"1\",");
    }

    @ParameterizedTest
    @EnumSource(EventSchema.class)
    void theEventIsFoundInItsRecordByteForByte(EventSchema schema) throws IOException {
        var event = "{\"id\":\"1\", \"data\" : {\"n\":1.50,\"publishTime\":\"\\u00fcü\"} }";
        for (var retryState : List.of(BUSY, RetryState.START)) {
            var record = DeadLetterRecord.of(
                    delivery(schema, retryState), DeadLetterReason.BAD_REQUEST, event.getBytes(UTF_8));
            assertThat(new String(DeadLetterRecord.event(schema, record), UTF_8))
                    .isEqualTo(event);
        }
    }

    @Test
    void aRecordThatIsNoDeadLetterHoldsNoEvent() {
        for (var record :
                List.of("{\"id\":\"1\"}", "{}", "[]", "{\"deadLetterReason\":1}", "{\"id\":1 , \"publishTime\":1}")) {
            for (var schema : EventSchema.values()) {
                assertThatIOException()
                        .as(record)
                        .isThrownBy(() -> DeadLetterRecord.event(schema, record.getBytes(UTF_8)));
            }
        }
    }

    @Test
    void reasonsAreFoundByTheirWords() {
        for (var reason : DeadLetterReason.USUAL) {
            assertThat(DeadLetterReason.of(reason.wireName())).contains(reason);
        }
        for (var word : List.of("BadLuck", "", "UndeliverableDueToHttp", "UndeliverableDueToHttpBadLuck")) {
            assertThat(DeadLetterReason.of(word)).as(word).isEmpty();
        }
        assertThat(DeadLetterReason.of("UndeliverableDueToHttpStatus404"))
                .as("404 has a name")
                .isEmpty();
    }

    /** B-PROFILE-2. */
    @Test
    void everyStatusHasAReasonOfItsOwn() {
        var words = new HashSet<String>();
        for (int status = 100; status < 600; status++) {
            var reason = DeadLetterReason.ofStatus(status);
            assertThat(words.add(reason.wireName())).as(reason.wireName()).isTrue();
            assertThat(DeadLetterReason.of(reason.wireName())).contains(reason);
        }
        assertThat(words)
                .contains(
                        "UndeliverableDueToHttpNotFound",
                        "UndeliverableDueToHttpConflict",
                        "UndeliverableDueToHttpStatus418");
    }

    @Test
    void reasonsAreTheWordsOfTheContract() {
        assertThat(DeadLetterReason.USUAL)
                .extracting(DeadLetterReason::wireName)
                .containsExactlyInAnyOrder(
                        "MaxDeliveryAttemptsExceeded",
                        "TimeToLiveExceeded",
                        "RejectedByReceiver",
                        "UndeliverableDueToHttpBadRequest",
                        "UndeliverableDueToHttpUnauthorized",
                        "UndeliverableDueToHttpForbidden",
                        "UndeliverableDueToHttpRequestEntityTooLarge");
    }

    @Test
    void onlyAnObjectIsAnEvent() {
        var delivery = delivery(EventSchema.EVENT_GRID, BUSY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeadLetterRecord.of(delivery, DeadLetterReason.BAD_REQUEST, "[]".getBytes(UTF_8)))
                .withMessageContaining("e1");
    }

    private static String record(EventSchema schema, RetryState retryState, DeadLetterReason reason) {
        var event = "{\"id\":\"1\",\"data\":{\"n\":1.50}}".getBytes(UTF_8);
        return new String(DeadLetterRecord.of(delivery(schema, retryState), reason, event), UTF_8);
    }

    private static Delivery delivery(EventSchema schema, RetryState retryState) {
        return new Delivery(
                new SubscriptionKey("shop", "billing"),
                "u1",
                new DeliveredEvent(
                        schema,
                        "e1",
                        null,
                        PUBLISHED,
                        new EventSource("tidings.events", 0, 1),
                        null,
                        schema == EventSchema.CUSTOM ? "{\"id\":\"e1\",\"eventType\":\"t\"}" : null),
                1,
                retryState);
    }
}
