package io.tidings.topology;

import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.CUSTOM_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.cloudEvent;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.inForce;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.RecordingTracing;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.filter.MatchIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-3, B-PUB-4, B-PUB-6 and B-MATCH: from a published record to deliveries and rejected records. */
class MatchTopologyTest {
    private static final String OF_EVENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String OF_RECORD = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Instant APPENDED = NOON.minusSeconds(90);
    private static final String SHOP_ID = new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("shop");
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
    private final AtomicLong topicsEnd = new AtomicLong();
    private Tracing tracing = Tracing.off();
    private TopologyTestDriver driver = driver(null);

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void everyMatchingSubscriptionGetsItsOwnDelivery() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putTopic("other", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        putSubscription("shop/audit", "u2", subscription());
        putSubscription("other/billing", "u3", subscription());
        publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(deliveries())
                .extracting(
                        record -> text(record.key()), record -> delivery(record).uid())
                .containsExactlyInAnyOrder(tuple("shop/billing", "u1"), tuple("shop/audit", "u2"));
        assertThat(rejected()).isEmpty();
        assertThat(count("tidings.matched", "topic", "shop", "subscription", "audit"))
                .isOne();
    }

    @Test
    void aDeliverySaysWhereItComesFromAndWhereItStands() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/ignored", "u0", bytes("no json"));
        putSubscription("shop/billing", "u1", subscription());
        var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, trace);
        publish(order("2"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, "no trace");
        var deliveries = deliveries();
        assertThat(delivery(deliveries.getFirst()))
                .isEqualTo(new Delivery(
                        BILLING,
                        "u1",
                        new DeliveredEvent(
                                EventSchema.EVENT_GRID,
                                "1",
                                "",
                                APPENDED,
                                new EventSource("tidings.events", 0, 0),
                                new TraceContext(trace, null)),
                        2,
                        LadderPlace.START));
        assertThat(delivery(deliveries.getLast()).event().source()).isEqualTo(new EventSource("tidings.events", 0, 1));
        assertThat(delivery(deliveries.getLast()).event().trace()).isNull();
        assertThat(text(deliveries.getFirst().headers(), HeaderNames.PARKED)).isEqualTo(NOON.toString());
    }

    @Test
    void aCloudEventSaysItselfWhereItStandsInATraceUnlessItsRecordDoes() {
        putTopic("shop", CLOUD_EVENTS_TOPIC);
        putSubscription("shop/billing", "u1", bytes("""
            {"properties": {"eventDeliverySchema": "CloudEventSchemaV1_0", "destination": {"endpointType": "WebHook",
              "properties": {"endpointUrl": "https://example.com/hook"}}}}\
            """));
        var structured = new String[] {HeaderNames.TOPIC, "shop", "content-type", "application/cloudevents+json"};
        publish(traced(OF_EVENT), structured);
        publish(bytes("1"), binary("ce_traceparent", OF_EVENT, "ce_tracestate", "vendor=1"));
        publish(bytes("1"), binary("ce_traceparent", OF_EVENT, "traceparent", OF_RECORD, "tracestate", "vendor=2"));
        publish(bytes("1"), binary("ce_traceparent", OF_EVENT, "traceparent", "no trace", "tracestate", "vendor=2"));
        publish(traced("no trace"), structured);
        assertThat(deliveries())
                .extracting(record -> delivery(record).event().trace())
                .containsExactly(
                        new TraceContext(OF_EVENT, null),
                        new TraceContext(OF_EVENT, "vendor=1"),
                        new TraceContext(OF_RECORD, "vendor=2"),
                        new TraceContext(OF_EVENT, null),
                        null);
    }

    private static byte[] traced(String traceparent) {
        return bytes("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"traceparent\":\"%s\"}"
                .formatted(traceparent));
    }

    private static String[] binary(String... more) {
        var event = List.of(
                HeaderNames.TOPIC,
                "shop",
                "content-type",
                "application/json",
                "ce_specversion",
                "1.0",
                "ce_id",
                "1",
                "ce_source",
                "/s",
                "ce_type",
                "t");
        return Stream.concat(event.stream(), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void withTracingDeliveriesBelongToTheStepThatMatchedThem() {
        var told = trace();
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        putSubscription("shop/audit", "u2", subscription());
        publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.TRACEPARENT, OF_RECORD);
        publish(order("2"), HeaderNames.TOPIC, "shop");
        var parent = new TraceContext(OF_RECORD, null);
        var first = told.told().getFirst();
        assertThat(first.step()).isEqualTo(Step.MATCH);
        assertThat(first.parent()).isEqualTo(parent);
        assertThat(first.attributes())
                .containsEntry(Attribute.TOPIC, "shop")
                .containsEntry(Attribute.EVENT_ID, "1")
                .containsEntry(Attribute.SOURCE, "tidings.events-0@0")
                .containsEntry(Attribute.MATCHED, 2L);
        assertThat(told.told().getLast().parent()).isNull();
        assertThat(deliveries())
                .extracting(record -> delivery(record).event().trace())
                .containsExactly(
                        first.own(),
                        first.own(),
                        told.told().getLast().own(),
                        told.told().getLast().own());
    }

    @Test
    void withTracingARejectionIsAFailedStep() {
        var told = trace();
        publish(order("1"), HeaderNames.TRACEPARENT, OF_RECORD);
        assertThat(told.told()).singleElement().satisfies(span -> {
            assertThat(span.parent()).isEqualTo(new TraceContext(OF_RECORD, null));
            assertThat(span.failure()).isEqualTo("rejected");
            assertThat(span.attributes()).containsEntry(Attribute.REASON, "NoTopic");
        });
    }

    /** Of the same event others may still get a delivery, so it is one step, in its own trace. */
    @Test
    void withTracingWhatIsTooLargeForASubscriptionFailsTheStepThatMatchedIt() {
        var told = trace();
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        publish(
                order("1".repeat(800_000), "placed", "/1"),
                HeaderNames.TOPIC,
                "shop",
                HeaderNames.TRACEPARENT,
                OF_RECORD);
        assertThat(rejected()).hasSize(1);
        assertThat(told.told()).singleElement().satisfies(span -> {
            assertThat(span.parent()).isEqualTo(new TraceContext(OF_RECORD, null));
            assertThat(span.failure()).isEqualTo("rejected");
            assertThat(span.attributes())
                    .containsEntry(Attribute.TOPIC, "shop")
                    .containsEntry(Attribute.REASON, "TooLarge")
                    .containsEntry(Attribute.MATCHED, 0L);
        });
    }

    private RecordingTracing trace() {
        var recording = new RecordingTracing();
        driver.close();
        tracing = recording;
        driver = driver(null);
        return recording;
    }

    @Test
    void whatTheServiceStampsIsStampedAndAllElseKeepsItsBytes() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        publish(order("1"), HeaderNames.TOPIC, "shop");
        var published = text(order("1"));
        assertThat(text(deliveries().getFirst().value()))
                .isEqualTo(published.substring(0, published.length() - 1) + ",\"topic\":\"" + SHOP_ID
                        + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}");
    }

    @Test
    void aStructuredCloudEventKeepsItsBytes() {
        putTopic("shop", CLOUD_EVENTS_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        publish(
                cloudEvent("1"),
                HeaderNames.TOPIC,
                "shop",
                HeaderNames.CONTENT_TYPE,
                "application/cloudevents+json; charset=UTF-8");
        assertThat(deliveries().getFirst().value()).isEqualTo(cloudEvent("1"));
    }

    @Test
    void copiesOfAnEventShareItsBytesAndHaveHeadersOfTheirOwn() {
        putTopic("shop", CLOUD_EVENTS_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        putSubscription("shop/audit", "u2", subscription());
        publish(cloudEvent("1"), HeaderNames.TOPIC, "shop");
        var deliveries = deliveries();
        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.getFirst().value()).isSameAs(deliveries.getLast().value());
        assertThat(delivery(deliveries.getFirst()).event())
                .isEqualTo(delivery(deliveries.getLast()).event());
        assertThat(delivery(deliveries.getFirst()).subscription())
                .isNotEqualTo(delivery(deliveries.getLast()).subscription());
    }

    @Test
    void aBinaryCloudEventIsDeliveredStructured() {
        putTopic("shop", CLOUD_EVENTS_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        publish(
                bytes("{\"n\":1.50}"),
                HeaderNames.TOPIC,
                "shop",
                "ce_specversion",
                "1.0",
                "ce_id",
                "1",
                "ce_source",
                "/shop",
                "ce_type",
                "placed",
                HeaderNames.CONTENT_TYPE,
                "application/json");
        assertThat(text(deliveries().getFirst().value())).isEqualTo("""
            {"specversion":"1.0","id":"1","source":"/shop","type":"placed",\
            "datacontenttype":"application/json","data":{"n":1.50}}\
            """);
    }

    @Test
    void eachSubscriptionGetsItsSchema() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        putSubscription("shop/audit", "u2", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        publish(order("1"), HeaderNames.TOPIC, "shop");
        var bySubscription = new HashMap<String, TestRecord<byte[], byte[]>>();
        deliveries().forEach(record -> bySubscription.put(text(record.key()), record));
        var asEventGrid = bySubscription.get("shop/billing");
        var asCloudEvent = bySubscription.get("shop/audit");
        assertThat(delivery(asEventGrid).event().schema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(text(asEventGrid.value())).contains("\"eventType\":\"placed\"");
        assertThat(delivery(asCloudEvent).event().schema()).isEqualTo(EventSchema.CLOUD_EVENTS);
        assertThat(text(asCloudEvent.value()))
                .contains("\"specversion\":\"1.0\"", "\"source\":\"" + SHOP_ID + "\"", "\"data\":{\"n\":1.50}");
    }

    @Test
    void aCustomEventIsDeliveredInEverySchema() {
        putTopic("shop", CUSTOM_TOPIC);
        putSubscription("shop/grid", "u1", subscription());
        putSubscription("shop/cloud", "u2", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        putSubscription("shop/paid", "u4", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        var published = bytes("{\"kind\":\"placed\",\"n\" : 1.50}");
        publish(published, HeaderNames.TOPIC, "shop");
        var bySubscription = new HashMap<String, TestRecord<byte[], byte[]>>();
        deliveries().forEach(record -> bySubscription.put(text(record.key()), record));
        assertThat(bySubscription).containsOnlyKeys("shop/grid", "shop/cloud", "shop/own");
        var own = bySubscription.get("shop/own");
        assertThat(own.value()).isEqualTo(published);
        var event = delivery(own).event();
        assertThat(event.schema()).isEqualTo(EventSchema.CUSTOM);
        assertThat(event.envelope())
                .isEqualTo("{\"id\":\"" + event.id() + "\",\"topic\":\"" + SHOP_ID
                        + "\",\"subject\":\"none\",\"eventType\":\"placed\",\"eventTime\":\"" + APPENDED
                        + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}");
        assertThat(text(bySubscription.get("shop/grid").value()))
                .isEqualTo(event.envelope().replaceFirst("}$", ",\"data\":" + text(published) + "}"));
        assertThat(text(bySubscription.get("shop/cloud").value()))
                .contains("\"specversion\":\"1.0\",\"id\":\"" + event.id(), "\"data\":" + text(published));
        assertThat(delivery(bySubscription.get("shop/grid")).event().envelope()).isNull();
    }

    @Test
    void anEventThatItsMappingCannotReadIsRejected() {
        putTopic("shop", CUSTOM_TOPIC);
        putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        publish(bytes("{\"n\":1}"), HeaderNames.TOPIC, "shop");
        assertThat(deliveries()).isEmpty();
        var rejected = rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("InvalidEvent");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).startsWith("kind (eventType) is missing");
    }

    @Test
    void aChangedMappingTakesEffectAtOnce() {
        putTopic("shop", CUSTOM_TOPIC);
        putSubscription("shop/grid", "u1", subscription());
        putTopic("shop", bytes(text(CUSTOM_TOPIC).replace("kind", "sort")));
        publish(bytes("{\"kind\":\"placed\",\"sort\":\"paid\"}"), HeaderNames.TOPIC, "shop");
        assertThat(text(deliveries().getFirst().value())).contains("\"eventType\":\"paid\"");
    }

    @Test
    void aCustomEventWhoseDeadLetterWouldBeTooLargeIsRejected() {
        putTopic("shop", CUSTOM_TOPIC);
        putSubscription("shop/own", "u3", subscription("\"eventDeliverySchema\":\"CustomInputSchema\""));
        publish(bytes("{\"kind\":\"" + "k".repeat(600 * 1024) + "\"}"), HeaderNames.TOPIC, "shop");
        assertThat(deliveries()).isEmpty();
        assertThat(text(rejected().getFirst().headers(), HeaderNames.REASON)).isEqualTo("TooLarge");
    }

    @Test
    void anIllegalCombinationOfSchemasMatchesNothing() {
        putTopic("shop", CLOUD_EVENTS_TOPIC);
        putSubscription("shop/billing", "u1", subscription("\"eventDeliverySchema\":\"EventGridSchema\""));
        publish(cloudEvent("1"), HeaderNames.TOPIC, "shop");
        assertThat(deliveries()).isEmpty();
        assertThat(count("tidings.unmatched", "topic", "shop")).isOne();
    }

    /** {@code data} of an order is {@code {"n":1.50}}. */
    @Test
    void advancedFiltersDecide() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/cheap", "u1", advanced("NumberLessThan", "data.n", "\"value\":2"));
        putSubscription("shop/dear", "u2", advanced("NumberGreaterThan", "data.n", "\"value\":2"));
        putSubscription("shop/exact", "u3", advanced("NumberIn", "Data.N", "\"values\":[1.5]"));
        putSubscription("shop/subject", "u4", advanced("StringBeginsWith", "subject", "\"values\":[\"/ORDERS/1\"]"));
        putSubscription("shop/stamped", "u5", advanced("StringEndsWith", "topic", "\"values\":[\"/topics/shop\"]"));
        putSubscription("shop/absent", "u6", advanced("NumberNotIn", "data.m", "\"values\":[1]"));
        putSubscription("shop/types", "u7", subscription("""
            "filter":{"includedEventTypes":["paid"],"advancedFilters":[{"operatorType":"IsNotNull","key":"data.n"}]}\
            """));
        publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(keys())
                .containsExactlyInAnyOrder("shop/cheap", "shop/exact", "shop/subject", "shop/stamped", "shop/absent");
        publish(order("2", "paid", "/other"), HeaderNames.TOPIC, "shop");
        assertThat(keys())
                .containsExactlyInAnyOrder("shop/cheap", "shop/exact", "shop/stamped", "shop/absent", "shop/types");
    }

    private static byte[] advanced(String operator, String key, String operand) {
        return subscription("""
            "filter":{"advancedFilters":[{"operatorType":"%s","key":"%s",%s}]}\
            """.formatted(operator, key, operand));
    }

    @Test
    void filtersDecide() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/types", "u1", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        putSubscription("shop/begin", "u2", subscription("\"filter\":{\"subjectBeginsWith\":\"/ORDERS/\"}"));
        putSubscription(
                "shop/case",
                "u3",
                subscription("\"filter\":{\"subjectEndsWith\":\".JPG\",\"isSubjectCaseSensitive\":true}"));
        publish(order("1", "paid", "/a.jpg"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).containsExactly("shop/types");
        publish(order("2", "placed", "/orders/a.JPG"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).containsExactlyInAnyOrder("shop/begin", "shop/case");
        publish(order("3", "placed", "/a.jpg"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).isEmpty();
        assertThat(count("tidings.unmatched", "topic", "shop")).isOne();
        assertThat(registry.counter("tidings.filter.evaluations").count()).isEqualTo(9);
    }

    @Test
    void aChangedOrDeletedSubscriptionTakesEffectAtOnce() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription("\"filter\":{\"includedEventTypes\":[\"paid\"]}"));
        publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).isEmpty();
        putSubscription("shop/billing", "u1", subscription());
        publish(order("2"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).containsExactly("shop/billing");
        input(TOPICS.subscriptions()).pipeInput(new TestRecord<>(bytes("shop/billing"), null));
        publish(order("3"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).isEmpty();
        putSubscription("shop/billing", "u2", subscription());
        publish(order("4"), HeaderNames.TOPIC, "shop");
        assertThat(delivery(deliveries().getFirst()).uid()).isEqualTo("u2");
    }

    @Test
    void anInvalidRecordOfATableLeavesWhatWasInForce() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        putSubscription("shop/billing", "u1", bytes("{"));
        putTopic("shop", bytes("{\"properties\":{\"inputSchema\":\"Avro\"}}"));
        input(TOPICS.topics()).pipeInput(bytes("#time.scale"), bytes("0.01"));
        publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(keys()).containsExactly("shop/billing");
        assertThat(registry.counter("tidings.resources.ignored").count()).isEqualTo(2);
    }

    @Test
    void aSubscriptionThatIsExpiredNotValidatedOrIncompleteMatchesNothing() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/expired", "u1", subscription("\"expirationTimeUtc\":\"" + NOON + "\""));
        input(TOPICS.subscriptions())
                .pipeInput(new TestRecord<>(
                        bytes("shop/creating"),
                        subscription(),
                        headers(HeaderNames.SUBSCRIPTION_UID, "u2", HeaderNames.PROVISIONING_STATE, "Creating")));
        input(TOPICS.subscriptions()).pipeInput(bytes("shop/foreign"), subscription());
        publish(order("1"), HeaderNames.TOPIC, "shop");
        assertThat(deliveries()).isEmpty();
    }

    @Test
    void theTopicOfARecordIsThatOfItsKafkaTopicElseOfItsHeaderElseTheDefault() {
        driver.close();
        driver = driver("fallback");
        for (var name : List.of("shop", "header", "fallback")) {
            putTopic(name, EVENT_GRID_TOPIC);
            putSubscription(name + "/billing", "u", subscription());
        }
        input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers()));
        assertThat(keys()).containsExactly("shop/billing");
        input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers(HeaderNames.TOPIC, "shop")));
        assertThat(keys()).containsExactly("shop/billing");
        publish(order("2"), HeaderNames.TOPIC, "header");
        assertThat(keys()).containsExactly("header/billing");
        publish(order("3"));
        assertThat(keys()).containsExactly("fallback/billing");
    }

    @Test
    void eventsOfAKafkaTopicWithProducersTimestampsArePublishedWhenTheyAreMatched() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u", subscription());
        input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers(), APPENDED));
        assertThat(delivery(deliveries().getFirst()).event().published()).isEqualTo(NOON);
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
        putTopic("shop", EVENT_GRID_TOPIC);
        putTopic("cloud", CLOUD_EVENTS_TOPIC);
        var headers = topic.equals("-") ? headers("mine", "1") : headers("mine", "1", HeaderNames.TOPIC, topic);
        input(TOPICS.events()).pipeInput(new TestRecord<>(bytes("key"), bytes(value), headers, APPENDED));
        var rejected = rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo(reason);
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).isNotBlank();
        assertThat(text(rejected.headers(), HeaderNames.FORMAT)).isEqualTo("1");
        assertThat(text(rejected.headers(), HeaderNames.SOURCE)).isEqualTo("tidings.events-0@0");
        assertThat(text(rejected.headers(), "mine")).isEqualTo("1");
        assertThat(text(rejected.key())).isEqualTo("key");
        assertThat(text(rejected.value())).isEqualTo(value);
        assertThat(count("tidings.rejected", "reason", reason)).isOne();
        assertThat(deliveries()).isEmpty();
    }

    @Test
    void aCloudEventOnAnEventGridTopicHasTheWrongSchema() {
        putTopic("shop", EVENT_GRID_TOPIC);
        publish(cloudEvent("1"), HeaderNames.TOPIC, "shop", HeaderNames.CONTENT_TYPE, "application/cloudevents+json");
        assertThat(reasons()).containsExactly("WrongSchema");
    }

    @Test
    void aDedicatedKafkaTopicTakesNoEventsOfOtherTopics() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putTopic("other", EVENT_GRID_TOPIC);
        input(TOPICS.events("shop")).pipeInput(new TestRecord<>(null, order("1"), headers(HeaderNames.TOPIC, "other")));
        assertThat(reasons()).containsExactly("WrongTopic");
    }

    @Test
    void anUnknownFormatIsRejectedAndTheRecordThatSaysSoHasOurs() {
        putTopic("shop", EVENT_GRID_TOPIC);
        publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.FORMAT, "9");
        var rejected = rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("UnknownFormat");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).contains("\"9\"");
        assertThat(text(rejected.headers(), HeaderNames.FORMAT)).isEqualTo("1");
    }

    @Test
    void aRecordWithoutAValueIsRejected() {
        putTopic("shop", EVENT_GRID_TOPIC);
        publish(null, HeaderNames.TOPIC, "shop");
        assertThat(reasons()).containsExactly("InvalidJson");
    }

    @Test
    void anEventAboveTheLimitIsRejected() {
        putTopic("shop", EVENT_GRID_TOPIC);
        publish(order("1", "placed", "x".repeat(EventLimits.MAX_EVENT_BYTES)), HeaderNames.TOPIC, "shop");
        var rejected = rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("TooLarge");
        assertThat(rejected.value()).hasSizeGreaterThan(EventLimits.MAX_EVENT_BYTES);
    }

    @Test
    void aRejectedRecordThatIsTooLargeToBeKeptIsReplacedByWhereItLies() {
        putTopic("shop", EVENT_GRID_TOPIC);
        publish(order("1", "placed", "x".repeat(2 * EventLimits.MAX_EVENT_BYTES)), HeaderNames.TOPIC, "shop");
        var rejected = rejected().getFirst();
        assertThat(rejected.value()).isNull();
        assertThat(text(rejected.headers(), HeaderNames.SOURCE)).isEqualTo("tidings.events-0@0");
    }

    @Test
    void anEventWhoseIdLeavesNoRoomIsRejectedForTheSubscriptionThatWantsIt() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        publish(order("1".repeat(800_000), "placed", "/1"), HeaderNames.TOPIC, "shop");
        var rejected = rejected().getFirst();
        assertThat(text(rejected.headers(), HeaderNames.REASON)).isEqualTo("TooLarge");
        assertThat(text(rejected.headers(), HeaderNames.ERROR)).contains("shop/billing");
        assertThat(deliveries()).isEmpty();
    }

    @Test
    void halfASurrogatePairStopsNothing() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription("\"eventDeliverySchema\":\"CloudEventSchemaV1_0\""));
        publish(order("\\ud800"), HeaderNames.TOPIC, "shop");
        assertThat(text(deliveries().getFirst().value())).contains("\"id\":\"?\"");
    }

    @Test
    void aPositionBeyondTheEndOfTheTableIsNotWaitedFor() {
        putTopic("shop", EVENT_GRID_TOPIC);
        putSubscription("shop/billing", "u1", subscription());
        var begin = Instant.now();
        publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "999999999999");
        publish(order("2"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "-1");
        assertThat(keys()).containsExactly("shop/billing", "shop/billing");
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(4));
    }

    /** Its publisher's side knew the topic; that Kafka does not tell whether more is to come is no reason to reject it. */
    @Test
    void anEventOfATopicThatMayYetBeReadIsNotRejected() {
        topicsEnd.set(TableProgress.UNKNOWN);
        assertThatThrownBy(() -> publish(order("1"), HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "0"))
                .hasRootCauseInstanceOf(TableEndUnknown.class);
        assertThat(rejected()).isEmpty();
    }

    private TopologyTestDriver driver(@Nullable String defaultTopic) {
        inputs.clear();
        var metrics = new MatchMetrics(registry);
        var index = new MatchIndex();
        var patience = Duration.ofMillis(200);
        var tables = new Tables(
                new ResourceTable(new SubscriptionJson(new EndpointRules(false))),
                index,
                new TableProgress(topicsEnd::get, patience),
                new TableProgress(() -> 0, patience),
                metrics);
        var reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
        var topology = MatchTopology.of(
                TOPICS,
                new Intake(TOPICS, defaultTopic, index, new KafkaEvents(reader)),
                tables,
                TOPICS.events()::equals,
                metrics,
                () -> NOON,
                tracing);
        var settings = new Properties();
        settings.put("application.id", "match");
        settings.put("bootstrap.servers", "none:1");
        return new TopologyTestDriver(topology, settings, NOON);
    }

    private void putTopic(String name, byte[] value) {
        input(TOPICS.topics()).pipeInput(bytes(name), value);
    }

    private void putSubscription(String key, String uid, byte[] value) {
        input(TOPICS.subscriptions()).pipeInput(new TestRecord<>(bytes(key), value, inForce(uid)));
    }

    private void publish(byte @Nullable [] value, String... headers) {
        input(TOPICS.events()).pipeInput(new TestRecord<>(null, value, headers(headers), APPENDED));
    }

    private TestInputTopic<byte[], byte[]> input(String kafkaTopic) {
        return inputs.computeIfAbsent(
                kafkaTopic,
                name -> driver.createInputTopic(name, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    private List<TestRecord<byte[], byte[]>> deliveries() {
        return output(TOPICS.deliveries()).readRecordsToList();
    }

    private List<TestRecord<byte[], byte[]>> rejected() {
        return output(TOPICS.rejected()).readRecordsToList();
    }

    private TestOutputTopic<byte[], byte[]> output(String kafkaTopic) {
        return driver.createOutputTopic(kafkaTopic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private List<String> keys() {
        return deliveries().stream().map(record -> text(record.key())).toList();
    }

    private List<String> reasons() {
        return rejected().stream()
                .map(record -> text(record.headers(), HeaderNames.REASON))
                .toList();
    }

    private static Delivery delivery(TestRecord<byte[], byte[]> record) {
        return delivery(record.headers());
    }

    private static Delivery delivery(Headers headers) {
        return ((DeliveryHeaders.Read.Legible) DeliveryHeaders.read(headers)).delivery();
    }

    private double count(String name, String... tags) {
        return registry.counter(name, tags).count();
    }
}
