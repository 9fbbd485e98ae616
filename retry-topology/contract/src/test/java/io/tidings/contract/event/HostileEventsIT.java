package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.json.Validated;
import io.tidings.contract.lane.OrderBy;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.contract.topic.SourceRecord;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import io.tidings.testbed.HostileHeaders;
import io.tidings.testbed.HostileInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * #32: any event, and any topic or subscription, is refused by a sentence, or everything that works with it can. Nothing
 * else comes out, and nothing takes much time or memory.
 */
class HostileEventsIT {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final TopicIds IDS = new TopicIds(TopicIds.DEFAULT_FORMAT);
    private static final EventReader READER = new EventReader(IDS);
    private static final EventReader LATER = EventReader.ofAccepted(IDS);
    private static final RecordOrigin ORIGIN = new RecordOrigin("events-0@1", NOON);
    private static final String GRID = """
        {"id":"1","topic":"orders","subject":"/orders/1","eventType":"Order.Placed",\
        "eventTime":"2026-11-21T09:30:00Z","data":{"k":42.10,"who":{"name":"Ü"},"tags":["a",null,1]},"dataVersion":"1.0"}\
        """;
    private static final String CLOUD = """
        {"specversion":"1.0","id":"1","source":"/s","type":"Order.Placed","subject":"/orders/1","partitionkey":"p",\
        "time":"2026-11-21T09:30:00Z","datacontenttype":"application/json","traceparent":\
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","data":{"k":1e2,"who":{"name":7}}}\
        """;
    private static final String CUSTOM = """
        {"key":"1","what":{"kind":"A"},"kind":"A","when":"2026-11-21T09:30:00Z","about":"/orders/1","data":{"k":"x"}}\
        """;
    private static final String[] EVENTS = {
        GRID, CLOUD, CUSTOM, "[" + GRID + "," + GRID + "]", "[" + CLOUD + "]", "[" + CUSTOM + "]"
    };
    private static final String[] TOPICS = {
        """
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
        "properties":{"id":{"sourceField":"key"},"eventTime":{"sourceField":"when"},"topic":{"sourceField":"topic"},\
        "eventType":{"sourceField":"kind","defaultValue":"t"},"subject":{"sourceField":"about","defaultValue":"s"},\
        "dataVersion":{"defaultValue":"1"}}}}}\
        """,
        "{\"properties\":{\"inputSchema\":\"CustomEventSchema\",\"tidings\":{\"partitionBy\":\"/data/k\"}}}",
        """
        {"location":"here","tags":{"a":"b"},"properties":{"tidings":{"source":{"kafkaTopic":"shop","format":"json",\
        "mapping":{"id":{"sourceField":"kafka.headers.id","defaultValue":"1"},"eventTime":{"sourceField":"when"},\
        "eventType":{"sourceField":"what.kind"},"subject":{"sourceField":"kafka.key"},"data":{"sourceField":"data"}}}}}}\
        """,
        "{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"shop\",\"format\":\"cloudevents\"}}}}"
    };
    private static final String[] SUBSCRIPTIONS = {"""
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/?a=b",\
        "deliveryAttributeMappings":[{"name":"X-K","type":"Dynamic","properties":{"sourceField":"data.k"}}]}},\
        "filter":{"includedEventTypes":["Order.Placed"],"subjectBeginsWith":"/orders","subjectEndsWith":"1",\
        "enableAdvancedFilteringOnArrays":true,"advancedFilters":[\
        {"operatorType":"NumberInRange","key":"data.k","values":[[1,1e3],[-5.0,0]]},\
        {"operatorType":"StringContains","key":"data.who.name","values":["Ü","7"]}]},\
        "retryPolicy":{"maxDeliveryAttempts":5,"eventTimeToLiveInMinutes":60},"labels":["l"],\
        "expirationTimeUtc":"2027-01-01T00:00:00Z","tidings":{"orderBy":"/data/k","lanes":2}}}\
        """, """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}},\
            "filter":{"advancedFilters":[{"operatorType":"NumberNotIn","key":"data.k","values":[1,2]},\
            {"operatorType":"NumberGreaterThan","key":"data.k","value":1e5},\
            {"operatorType":"BoolEquals","key":"data.k","value":true},\
            {"operatorType":"IsNullOrUndefined","key":"data.who"}]},"eventDeliverySchema":"CloudEventSchemaV1_0"}}\
            """};

    private static Stream<HostileInput.Reader> readers() {
        return Stream.of(
                named("events", HostileEventsIT::events),
                named("binary CloudEvents", HostileEventsIT::binaryCloudEvents),
                named("records", HostileEventsIT::records),
                named("topics and their sources", HostileEventsIT::topics),
                named("subscriptions", HostileEventsIT::subscriptions));
    }

    private static HostileInput.Reader named(String name, HostileInput.Reader reader) {
        return new HostileInput.Reader() {
            @Override
            public void read(HostileInput input) throws Exception {
                reader.read(input);
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("readers")
    void eachIsRefusedByASentenceOrCanBeWorkedWith(HostileInput.Reader reader) {
        HostileInput.few(100, reader);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("readers")
    void eachOfManyIsRefusedByASentenceOrCanBeWorkedWith(HostileInput.Reader reader) {
        HostileInput.many(Duration.ofSeconds(6), reader);
    }

    private static void events(HostileInput input) {
        var schema = input.one(EventSchema.values());
        worked(input, Input.of("orders", schema), READER.oneOrMany(Input.of("orders", schema), input.like(EVENTS)));
    }

    private static void binaryCloudEvents(HostileInput input) {
        var attributes = Map.of(
                input.textLike("specversion"),
                "1.0",
                "id",
                input.textLike("1", "{\"id\":1}"),
                "source",
                input.textLike("/s"),
                "type",
                input.textLike("t"),
                "time",
                input.textLike("2026-11-21T09:30:00Z"));
        var contentType = input.one(null, "application/json", "text/plain", input.textLike("application/x+json; a=b"));
        worked(
                input,
                Input.of("orders", EventSchema.CLOUD_EVENTS),
                READER.binaryCloudEvent(
                        Input.of("shop", EventSchema.CLOUD_EVENTS), attributes, contentType, input.like(EVENTS)));
    }

    private static void records(HostileInput input) {
        var schema = input.one(EventSchema.values());
        var of = Input.of("orders", schema);
        worked(input, of, new KafkaEvents(READER).read(of, ORIGIN, headers(input), input.like(EVENTS)));
    }

    private static Headers headers(HostileInput input) {
        var headers = new RecordHeaders();
        Map.of("ce_specversion", "1.0", "ce_id", "1", "ce_source", "/s", "ce_type", "t", "content-type", "a/json")
                .forEach((name, value) -> headers.add(input.textLike(name), input.like(value)));
        headers.add("tidings-format", "1".getBytes(UTF_8));
        new HostileHeaders(input.random().nextLong()).spoil(headers);
        return headers;
    }

    private static void topics(HostileInput input) {
        switch (TopicJson.read("orders", input.like(TOPICS))) {
            case Validated.Invalid<TopicResource> invalid ->
                assertThat(invalid.sentence()).isNotBlank();
            case Validated.Valid<TopicResource>(var topic) -> {
                TopicJson.write(topic);
                worked(input, topic.input(), READER.oneOrMany(topic.input(), input.like(EVENTS)));
                if (topic.source() != null) {
                    var record = new SourceRecord(
                            new EventSource("shop", 0, 1), NOON, input.like("k"), input.like(EVENTS), headers(input));
                    var decoder = new SourceDecoder(IDS, (_, _, _) -> input.like(EVENTS));
                    switch (decoder.read(topic.input(), topic.source(), record)) {
                        case EventDecoder.Result.Decoded(var _, var event) -> workedWith(event, subscription(input));
                        case EventDecoder.Result.Rejected(var _, var sentence) ->
                            assertThat(sentence).isNotBlank();
                    }
                }
            }
        }
    }

    private static void subscriptions(HostileInput input) {
        var subscription = subscription(input);
        if (subscription != null) {
            SubscriptionJson.write(subscription.entry().subscription());
            for (var example : List.of(GRID, CLOUD, CUSTOM)) {
                for (var schema : EventSchema.values()) {
                    if (READER.one(schema, "orders", example.getBytes(UTF_8)) instanceof ParseResult.Valid valid) {
                        workedWith(valid.only(), subscription);
                    }
                }
            }
        }
    }

    private static CompiledSubscription subscription(HostileInput input) {
        var key = new SubscriptionKey("orders", "billing");
        return switch (new SubscriptionJson(new EndpointRules(true)).read(key, input.like(SUBSCRIPTIONS))) {
            case Validated.Invalid<Subscription> invalid -> {
                assertThat(invalid.sentence()).isNotBlank();
                yield null;
            }
            case Validated.Valid<Subscription>(var valid) ->
                CompiledSubscription.of(new SubscriptionEntry(valid, "u1", ProvisioningState.SUCCEEDED, 7));
        };
    }

    /** An event that is accepted is in the log for good, so its reader must accept it, too. */
    private static void worked(HostileInput input, Input of, ParseResult result) {
        switch (result) {
            case ParseResult.Invalid(var _, var sentence) ->
                assertThat(sentence).isNotBlank();
            case ParseResult.Valid(var events) -> {
                var subscription = subscription(input);
                for (var event : events.subList(0, Math.min(events.size(), 3))) {
                    workedWith(event, subscription);
                    assertThat(new KafkaEvents(LATER).read(of, ORIGIN, new RecordHeaders(), event.json()))
                            .isInstanceOf(ParseResult.Valid.class);
                }
            }
        }
    }

    private static void workedWith(Event event, CompiledSubscription subscription) {
        for (var orderBy : List.of("subject", "kafka.key", "/data/k", "/data/who/name")) {
            new OrderBy(orderBy).keyOf(event);
        }
        for (var schema : EventSchema.values()) {
            if (event.schema().deliverableAs(schema)) {
                assertThat(event.deliveredAs(schema).length).isLessThan(EventLimits.MAX_RECORD_BYTES);
            }
        }
        event.trace();
        event.partitionKey();
        if (subscription != null) {
            subscription.wants(event, NOON);
            subscription.explain(event, NOON);
            subscription.orderKey(event);
            subscription.recordValues(event);
        }
    }
}
