package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.DeliveryHeaders.Read;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The headers in which a delivery travels (architecture, Topics). */
class DeliveryHeadersTest {
    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1,other=a b");

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

    static Stream<Delivery> deliveries() {
        var fresh = delivery(RetryState.START, TRACE);
        var busy = new LastAttempt(LastOutcome.BUSY, 503, NOON.minusSeconds(1));
        var unreachable = new LastAttempt(LastOutcome.SOCKET_ERROR, null, NOON.minusSeconds(1));
        return Stream.of(
                fresh,
                delivery(RetryState.START, null),
                custom(),
                fromSource(),
                withAnIdOfAFormerRelease(),
                fresh.at(RetryState.START.failed(busy, NOON.plusSeconds(30))),
                fresh.at(RetryState.START.failed(unreachable, NOON.plusSeconds(10))),
                fresh.at(new RetryState(3, 2, NOON.plusSeconds(10), busy)),
                fresh.at(RetryState.START.failed(busy, NOON.plusSeconds(60), NOON.plusSeconds(30))),
                fresh.at(new RetryState(3, 2, null, busy, null, true)),
                fresh.at(new RetryState(0, 0, null, null, null, true)),
                fresh.ordered(new DeliveryOrder("customer-7", null)),
                fresh.ordered(new DeliveryOrder("customer-7", new DeliveryOrder.Place(41, 17))),
                fresh.ordered(new DeliveryOrder("customer-7", new DeliveryOrder.Place(0, -1))),
                fresh.at(RetryState.START.deferred(LastOutcome.PROBATION, NOON.plusSeconds(10))),
                fresh.at(new RetryState(1_000_000_000, 1_000_000_000, null, busy)),
                fresh.at(RetryState.START.ended(busy)),
                fresh.at(RetryState.START.ended(busy)).redriven("u2", 7, NOON));
    }

    @ParameterizedTest
    @MethodSource("deliveries")
    void theWrittenFormIsRead(Delivery delivery) {
        assertThat(DeliveryHeaders.read(written(delivery))).isEqualTo(new Read.Valid(delivery));
    }

    @Test
    void headersAreReadableByPeople() {
        var headers = written(delivery(
                new RetryState(1, 0, NOON.plusSeconds(30), new LastAttempt(LastOutcome.BUSY, 503, NOON)), null));
        var text = new StringBuilder();
        headers.forEach(header -> text.append(header.key())
                .append('=')
                .append(new String(header.value(), UTF_8))
                .append('\n'));
        assertThat(text).hasToString("""
            tidings-format=1
            tidings-topic=shop
            tidings-subscription=billing
            tidings-subscription-uid=u1
            tidings-schema=CloudEventSchemaV1_0
            tidings-event-id=e1
            tidings-published=2026-11-21T12:00:00.123Z
            tidings-source=tidings.events-3@17
            tidings-subscriptions-offset=5000000000
            tidings-attempts=1
            tidings-deferrals=0
            tidings-parked=2026-11-21T12:00:00.123Z
            tidings-due=2026-11-21T12:00:30.123Z
            tidings-last-outcome=Busy
            tidings-last-attempt=2026-11-21T12:00:00.123Z
            tidings-last-status=503
            tidings-data-version=2.0
            """);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            nullValues = "-",
            value = {
                "tidings-topic, -",
                "tidings-subscription, -",
                "tidings-subscription, a/b",
                "tidings-subscription-uid, -",
                "tidings-schema, -",
                "tidings-schema, Avro",
                "tidings-event-id, -",
                "tidings-published, -",
                "tidings-published, yesterday",
                "tidings-published, 0001-01-01T00:00:00Z",
                "tidings-published, 3000-01-01T00:00:00Z",
                "tidings-published, +1000000000-12-31T23:59:59.999999999Z",
                "tidings-source, -",
                "tidings-source, events",
                "tidings-source, events-x@1",
                "tidings-source, events-1@-1",
                "tidings-subscriptions-offset, -",
                "tidings-subscriptions-offset, -1",
                "tidings-attempts, -",
                "tidings-attempts, many",
                "tidings-attempts, 2147483647",
                "tidings-attempts, 3000000000",
                "tidings-deferrals, -",
                "tidings-deferrals, -2",
                "tidings-deferrals, 2147483647",
                "tidings-due, soon",
                "tidings-due, 0001-01-01T00:00:00Z",
                "tidings-due, -1000000000-01-01T00:00:00Z",
                "tidings-last-outcome, Great",
                "tidings-last-status, OK",
                "tidings-last-attempt, -",
                "tidings-last-attempt, 12:00",
                "tidings-last-attempt, 3000-01-01T00:00:00Z",
                "tidings-redriven, 1",
                "tidings-redriven, 0@2026-11-21T12:00:00Z",
                "tidings-redriven, once@2026-11-21T12:00:00Z",
                "tidings-redriven, 1@noon",
                "tidings-redriven, 1@0001-01-01T00:00:00Z",
                "tidings-redriven, 2147483647@2026-11-21T12:00:00Z",
            })
    void aHeaderThatDoesNotFitIsNamed(String name, @Nullable String value) {
        var headers = written(delivery(new RetryState(1, 0, NOON, new LastAttempt(LastOutcome.BUSY, 503, NOON)), null));
        headers.remove(name);
        if (value != null) {
            headers.add(name, value.getBytes(UTF_8));
        }
        var illegible = (Read.Malformed) DeliveryHeaders.read(headers);
        assertThat(illegible.reason()).isEqualTo(RejectionReason.INVALID_DELIVERY);
        assertThat(illegible.sentence()).contains(name);
    }

    @Test
    void aDeliveryThatIsRedrivenBeginsAnewAndIsMarkedForEver() {
        var busy = new LastAttempt(LastOutcome.BUSY, 503, NOON.minusSeconds(1));
        var givenUp = custom().at(new RetryState(30, 0, null, busy));

        var redriven = givenUp.redriven("u2", 7, NOON.plusSeconds(60));

        assertThat(redriven.retryState()).isEqualTo(RetryState.START);
        assertThat(redriven.uid()).isEqualTo("u2");
        assertThat(redriven.subscriptionsRead()).isEqualTo(7);
        assertThat(redriven.event().published()).isEqualTo(NOON.plusSeconds(60));
        assertThat(redriven.event().envelope()).isEqualTo(givenUp.event().envelope());
        assertThat(redriven.event().source()).isEqualTo(givenUp.event().source());
        assertThat(redriven.at(givenUp.retryState()).redriven())
                .isEqualTo(new Redriven(
                        1, NOON.plusSeconds(60), null, givenUp.event().published()));
        assertThat(redriven.redriven("u2", 7, NOON.plusSeconds(90)).redriven())
                .isEqualTo(new Redriven(
                        2, NOON.plusSeconds(90), null, givenUp.event().published()));
        assertThat(((Read.Valid) DeliveryHeaders.read(written(redriven))).delivery())
                .isEqualTo(redriven);
    }

    @Test
    void aDeliveryAtAnotherPlaceIsTheSameDelivery() {
        var retryState = new RetryState(3, 0, NOON, null);
        assertThat(delivery(RetryState.START, null).at(retryState)).isEqualTo(delivery(retryState, null));
    }

    @Test
    void aHeaderWithoutAValueIsMissing() {
        var headers = written(delivery(RetryState.START, null));
        headers.remove(HeaderNames.EVENT_ID).add(HeaderNames.EVENT_ID, null);
        assertThat(DeliveryHeaders.read(headers))
                .isEqualTo(new Read.Malformed(RejectionReason.INVALID_DELIVERY, "header tidings-event-id is missing"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-", "2", "one"})
    void anUnknownFormatIsNotGuessedAt(@Nullable String format) {
        var headers = written(delivery(RetryState.START, null));
        headers.remove(HeaderNames.FORMAT);
        if (format != null) {
            headers.add(HeaderNames.FORMAT, format.getBytes(UTF_8));
        }
        var illegible = (Read.Malformed) DeliveryHeaders.read(headers);
        assertThat(illegible.reason()).isEqualTo(RejectionReason.UNKNOWN_FORMAT);
        assertThat(illegible.sentence()).contains(HeaderNames.FORMAT, format == null ? "missing" : format);
    }

    @Test
    void theSourceOfAnEventIsReadBackAlsoWithADashInItsTopic() {
        var source = new EventSource("tidings.events.my-shop", 3, 17);
        assertThat(EventSource.parse(source.toString())).contains(source);
        assertThat(EventSource.parse("@")).isEmpty();
        assertThat(EventSource.parse("tidings.events-3")).isEmpty();
        assertThat(EventSource.parse("-1@2")).isEmpty();
    }

    private static Headers written(Delivery delivery) {
        return new RecordHeaders(DeliveryHeaders.write(delivery, NOON));
    }

    @Test
    void aCustomEventWithoutItsEnvelopeIsMalformed() {
        var headers = written(custom());
        headers.remove("tidings-envelope");
        assertThat(DeliveryHeaders.read(headers))
                .isEqualTo(new Read.Malformed(RejectionReason.INVALID_DELIVERY, "header tidings-envelope is missing"));
    }

    @Test
    void fieldsOfTheSourcesRecordHaveHeadersOfTheirOwn() {
        assertThat(HeaderText.of(written(fromSource()), "tidings-kafka-key")).isEqualTo("Ordér 7");
        assertThat(HeaderText.of(written(fromSource()), "tidings-kafka-header-trace.id"))
                .isEqualTo("x");
        assertThat(HeaderText.of(written(fromSource()), "tidings-hops")).isEqualTo("3");
    }

    private static Delivery fromSource() {
        var values = new RecordValues(Map.of("kafka.key", "Ordér 7", "kafka.headers.trace.id", "x"));
        var source = new EventSource("shop.orders", 3, 17);
        var event = new DeliveredEvent(EventSchema.EVENT_GRID, "e1", "", NOON, source, null, null, values, 3);
        return new Delivery(
                new SubscriptionKey("shop", "billing"),
                "u1",
                event,
                5,
                new RetryState(1, 0, null, new LastAttempt(LastOutcome.BUSY, 503, NOON)));
    }

    /** Publishing limits the length of ids now; deliveries that wait are delivered all the same. */
    private static Delivery withAnIdOfAFormerRelease() {
        var source = new EventSource("tidings.events", 3, 17);
        var event = new DeliveredEvent(EventSchema.EVENT_GRID, "x".repeat(600 * 1024), "", NOON, source, null);
        return new Delivery(new SubscriptionKey("shop", "billing"), "u1", event, 7, RetryState.START);
    }

    private static Delivery custom() {
        var event = new DeliveredEvent(
                EventSchema.CUSTOM,
                "e1",
                null,
                NOON,
                new EventSource("tidings.events", 3, 17),
                null,
                "{\"id\":\"e1\"}");
        return new Delivery(new SubscriptionKey("shop", "billing"), "u1", event, 7, RetryState.START);
    }

    @Test
    void aDeliveryThatIsRedrivenGoesBehindAllThatHaveItsOrderKey() {
        var parked = custom().ordered(new DeliveryOrder("customer-1", new DeliveryOrder.Place(7, 5)));
        assertThat(parked.redriven("u2", 7, NOON.plusSeconds(60)).order())
                .isEqualTo(new DeliveryOrder("customer-1", null));
    }

    @Test
    void anInvalidTraceDoesNotMakeADeliveryMalformed() {
        var headers = written(delivery(RetryState.START, TRACE));
        headers.remove(HeaderNames.TRACEPARENT).add(HeaderNames.TRACEPARENT, "no trace".getBytes(UTF_8));
        assertThat(DeliveryHeaders.read(headers)).isEqualTo(new Read.Valid(delivery(RetryState.START, null)));
    }

    private static Delivery delivery(RetryState retryState, @Nullable TraceContext trace) {
        return new Delivery(
                new SubscriptionKey("shop", "billing"),
                "u1",
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS, "e1", "2.0", NOON, new EventSource("tidings.events", 3, 17), trace),
                5_000_000_000L,
                retryState);
    }
}
