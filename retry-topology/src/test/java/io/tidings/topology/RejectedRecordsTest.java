package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.APPENDED;
import static io.tidings.topology.DrivenTopology.TOPICS;
import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.CUSTOM_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.VERSIONED_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.cloudEvent;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static io.tidings.topology.Examples.versioned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.EventLimits;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.match.TableEndUnknown;
import io.tidings.topology.match.TableProgress;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-3, B-PUB-4 and B-PUB-6: what is no event of its topic, or too large, is kept with the reason. */
class RejectedRecordsTest {

    private final DrivenTopology topology = new DrivenTopology(Tracing.off());

    @AfterEach
    void close() {
        topology.close();
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "NoTopic|-|{}",
                "UnknownTopic|nowhere|{}",
                "InvalidJson|shop|{\"id\":",
                "InvalidJson|shop|[]",
                "InvalidEvent|shop|{\"id\":\"1\"}",
                "WrongTopic|shop|{\"topic\":\"/elsewhere\",\"id\":\"1\",\"subject\":\"/1\",\"eventType\":\"t\",\"eventTime\":\"2026-11-21T09:30:00Z\"}",
                "WrongSchema|shop|{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}",
                "WrongSchema|cloud|{\"id\":\"1\",\"subject\":\"/1\",\"eventType\":\"t\",\"eventTime\":\"2026-11-21T09:30:00Z\"}",
            })
    void aRecordThatIsNoEventIsKeptWithTheReason(String reason, String topic, String value) {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putTopic("cloud", CLOUD_EVENTS_TOPIC);
        var headers = topic.equals("-") ? headers("mine", "1") : headers("mine", "1", HeaderNames.TOPIC, topic);
        topology.input(TOPICS.events()).pipeInput(new TestRecord<>(bytes("key"), bytes(value), headers, APPENDED));
        var rejected = topology.rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo(reason);
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).isNotBlank();
        assertThat(text(rejected.headers(), HeaderNames.FORMAT)).isEqualTo("1");
        assertThat(text(rejected.headers(), HeaderNames.SOURCE)).isEqualTo("tidings.events-0@0");
        assertThat(text(rejected.headers(), "mine")).isEqualTo("1");
        assertThat(text(rejected.key())).isEqualTo("key");
        assertThat(text(rejected.value())).isEqualTo(value);
        assertThat(topology.count("tidings.rejected", "reason", reason)).isOne();
        assertThat(topology.deliveries()).isEmpty();
    }

    /** B-TYPE-1. */
    @ParameterizedTest
    @CsvSource({"reject, 1, 0", "warn, 2, 1", "off, 2, 0"})
    void dataThatBreaksTheSchemaOfItsTypeIsRejectedOrCountedOrNeither(String check, int delivered, double counted) {
        topology.putTopic("shop", bytes("{\"properties\":{\"tidings\":{\"check\":\"" + check + "\"}}}"));
        topology.putTopic("shop/eventTypes/placed", bytes("{\"properties\":{\"dataSchema\":{\"required\":[\"m\"]}}}"));
        topology.putSubscription("shop/all", "u1", subscription());
        topology.publish(order("1", "placed", "/1"), HeaderNames.TOPIC, "shop");
        topology.publish(order("2", "paid", "/1"), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries()).hasSize(delivered);
        assertThat(topology.reasons()).isEqualTo(delivered == 2 ? List.of() : List.of("SchemaMismatch"));
        if (counted > 0) {
            assertThat(topology.count("tidings.schema.mismatches", "topic", "shop"))
                    .isEqualTo(counted);
        }
    }

    @Test
    void anEventThatCameRoundTenTimesGoesInACircle() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/all", "u1", subscription());
        for (var hops : List.of("9", "10", "11")) {
            topology.publish(order(hops), HeaderNames.TOPIC, "shop", HeaderNames.HOPS, hops);
        }
        assertThat(topology.reasons()).containsExactly("TooManyHops", "TooManyHops");
        assertThat(topology.deliveries())
                .singleElement()
                .satisfies(delivery ->
                        assertThat(text(delivery.headers(), HeaderNames.HOPS)).isEqualTo("9"));
    }

    /** It may be the parsing that ends the process. */
    @Test
    void aRecordThatMustNotBeReadIsRejectedBeforeItIsParsed() {
        try (var careful = new DrivenTopology(source -> source.offset() != 1)) {
            careful.putTopic("shop", EVENT_GRID_TOPIC);
            careful.putSubscription("shop/all", "u1", subscription());
            careful.publish(order("0"), HeaderNames.TOPIC, "shop");
            careful.publish(bytes("{\"id\":"), HeaderNames.TOPIC, "shop");
            careful.publish(order("2"), HeaderNames.TOPIC, "shop");
            var rejected = careful.rejected();
            assertThat(rejected).hasSize(1);
            assertThat(text(rejected.getFirst().headers(), HeaderNames.REASON)).isEqualTo("Unprocessable");
            assertThat(text(rejected.getFirst().value())).isEqualTo("{\"id\":");
            assertThat(careful.count("tidings.rejected", "reason", "Unprocessable"))
                    .isOne();
            assertThat(careful.deliveries()).hasSize(2);
        }
    }

    /** #32 */
    @Test
    void anEventWithAnEndlessIdIsRejectedAndTheNextOneIsMatched() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putSubscription("shop/all", "u1", subscription());
        topology.publish(order("x".repeat(600 * 1024), "placed", "/1"), HeaderNames.TOPIC, "shop");
        topology.publish(order("2"), HeaderNames.TOPIC, "shop");
        assertThat(topology.reasons()).containsExactly("InvalidEvent");
        assertThat(topology.deliveries())
                .singleElement()
                .satisfies(delivery -> assertThat(text(delivery.headers(), HeaderNames.EVENT_ID))
                        .isEqualTo("2"));
    }

    @Test
    void aCloudEventOnAnEventGridTopicHasTheWrongSchema() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.publish(
                cloudEvent("1"), HeaderNames.TOPIC, "shop", HeaderNames.CONTENT_TYPE, "application/cloudevents+json");
        assertThat(topology.reasons()).containsExactly("WrongSchema");
    }

    @Test
    void aDedicatedKafkaTopicTakesNoEventsOfOtherTopics() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.putTopic("other", EVENT_GRID_TOPIC);
        topology.input(TOPICS.events("shop"))
                .pipeInput(new TestRecord<>(null, order("1"), headers(HeaderNames.TOPIC, "other")));
        assertThat(topology.reasons()).containsExactly("WrongTopic");
    }

    @Test
    void anUnknownFormatIsRejectedAndTheRecordThatSaysSoHasOurs() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.FORMAT, "9");
        var rejected = topology.rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("UnknownFormat");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).contains("\"9\"");
        assertThat(text(rejected.headers(), HeaderNames.FORMAT)).isEqualTo("1");
    }

    @Test
    void aRecordWithoutAValueIsRejected() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.publish(null, HeaderNames.TOPIC, "shop");
        assertThat(topology.reasons()).containsExactly("InvalidJson");
    }

    @Test
    void anEventThatItsMappingCannotReadIsRejected() {
        topology.putTopic("shop", CUSTOM_TOPIC);
        topology.putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        topology.publish(bytes("{\"n\":1}"), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries()).isEmpty();
        var rejected = topology.rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("InvalidEvent");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).startsWith("kind (eventType) is missing");
    }

    @Test
    void anEventAboveTheLimitIsRejected() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.publish(order("1", "placed", "x".repeat(EventLimits.MAX_EVENT_BYTES)), HeaderNames.TOPIC, "shop");
        var rejected = topology.rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("TooLarge");
        assertThat(rejected.value()).hasSizeGreaterThan(EventLimits.MAX_EVENT_BYTES);
    }

    @Test
    void aRejectedRecordThatIsTooLargeToBeKeptIsReplacedByItsPosition() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        topology.publish(order("1", "placed", "x".repeat(2 * EventLimits.MAX_EVENT_BYTES)), HeaderNames.TOPIC, "shop");
        var rejected = topology.rejected().getFirst();
        assertThat(rejected.value()).isNull();
        assertThat(text(rejected.headers(), HeaderNames.SOURCE)).isEqualTo("tidings.events-0@0");
    }

    @Test
    void anEventThatConversionMakesTooLargeIsRejectedForTheSubscriptionThatWantsIt() {
        topology.putTopic("shop", VERSIONED_TOPIC);
        topology.putSubscription("shop/billing", "u1", subscription());
        topology.publish(versioned(800_000), HeaderNames.TOPIC, "shop");
        var rejected = topology.rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("TooLarge");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).contains("shop/billing");
        assertThat(topology.deliveries()).isEmpty();
    }

    @Test
    void aCustomEventWhoseDeadLetterWouldBeTooLargeIsRejected() {
        topology.putTopic("shop", VERSIONED_TOPIC);
        topology.putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        topology.publish(versioned(600 * 1024), HeaderNames.TOPIC, "shop");
        assertThat(topology.deliveries()).isEmpty();
        assertThat(text(topology.rejected().getFirst().headers(), HeaderNames.REASON))
                .isEqualTo("TooLarge");
    }

    /** Its publisher's side knew the topic; that Kafka does not tell whether more is to come is no reason to reject it. */
    @Test
    void anEventOfATopicThatMayYetBeReadIsNotRejected() {
        topology.topicsEnd(TableProgress.UNKNOWN);
        assertThatThrownBy(() ->
                        topology.publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "0"))
                .hasRootCauseInstanceOf(TableEndUnknown.class);
        assertThat(topology.rejected()).isEmpty();
    }
}
