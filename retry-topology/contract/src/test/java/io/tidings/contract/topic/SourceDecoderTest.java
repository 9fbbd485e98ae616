package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.Validated;
import io.tidings.testbed.HostileJson;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SOURCE-1: which event a record of a source is, and which records are none. */
class SourceDecoderTest {
    private static final EventSource AT = new EventSource("shop.orders.v1", 3, 12);
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

    @Test
    void withoutAMappingTheRecordIsTheEventAndItsValueTheData() {
        var event = event("", "{ \"total\": 12.50,  \"items\": [1] }");
        assertThat(json(event)).isEqualTo("""
            {"id":"shop.orders.v1-3@12","topic":"/t/shop","subject":"order-7","eventType":"shop.orders.v1",\
            "eventTime":"2026-11-21T12:00:00.123Z","dataVersion":"","metadataVersion":"1",\
            "data":{ "total": 12.50,  "items": [1] }}\
            """);
        assertThat(event.schema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(event.id()).isEqualTo("shop.orders.v1-3@12");
        assertThat(event.type()).isEqualTo("shop.orders.v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"42", "\"text\"", "[{\"a\":1}]", "true", "null", "1e400"})
    void anyJsonValueIsData(String value) {
        assertThat(json(event("", " " + value + "\n"))).endsWith(",\"data\":" + value + "}");
    }

    @Test
    void theEventIsDeliveredAsACloudEventLikeAnyOther() {
        assertThat(new String(event("", "{\"a\":1}").deliveredAs(EventSchema.CLOUD_EVENTS), UTF_8))
                .isEqualTo("""
                    {"specversion":"1.0","id":"shop.orders.v1-3@12","source":"/t/shop","type":"shop.orders.v1",\
                    "subject":"order-7","time":"2026-11-21T12:00:00.123Z","datacontenttype":"application/json",\
                    "data":{"a":1}}\
                    """);
    }

    @Test
    void aRecordWithoutAKeyHasNoSubject() {
        assertThat(decoded(read("", null, new RecordHeaders(), bytes("{}"))).subject())
                .isEmpty();
    }

    @Test
    void aMappingTakesAttributesFromTheValueAndFromBesideIt() {
        var event = event("""
            "id":{"sourceField":"order.number"},"eventTime":{"sourceField":"At"},
            "eventType":{"sourceField":"kafka.headers.Kind"},"subject":{"sourceField":"order.urgent"},
            "dataVersion":{"sourceField":"kafka.offset"},"data":{"sourceField":"order.lines"}\
            """, """
            {"order":{"number":7,"urgent":true,"lines":[{"sku": "a"}]},"at":"2026-11-20T01:02:03+01:00"}\
            """);
        assertThat(json(event)).isEqualTo("""
            {"id":"7","topic":"/t/shop","subject":"true","eventType":"Order.Placed",\
            "eventTime":"2026-11-20T01:02:03+01:00","dataVersion":"12","metadataVersion":"1",\
            "data":[{"sku": "a"}]}\
            """);
    }

    @Test
    void aDefaultStandsInForAMissingValue() {
        var mapping = """
            "eventType":{"sourceField":"kind","defaultValue":"order"},"subject":{"defaultValue":"all"},
            "dataVersion":{"sourceField":"kafka.headers.none","defaultValue":"2"}\
            """;
        assertThat(json(event(mapping, "{\"kind\":null}")))
                .contains("\"subject\":\"all\",\"eventType\":\"order\"", "\"dataVersion\":\"2\"");
        assertThat(event(mapping, "{\"kind\":\"paid\"}").type()).isEqualTo("paid");
    }

    @Test
    void aNumberAsTimeIsMillisecondsSince1970() {
        assertThat(json(event("\"eventTime\":{\"sourceField\":\"ts_ms\"}", "{\"ts_ms\":1795262400123}")))
                .contains("\"eventTime\":\"2026-11-21T12:00:00.123Z\"");
    }

    @Test
    void dataMayBeAFieldOfTheRecord() {
        assertThat(json(event("\"data\":{\"sourceField\":\"kafka.key\"}", "{}")))
                .endsWith(",\"data\":\"order-7\"}");
        assertThat(json(event("\"data\":{\"sourceField\":\"after\"}", "{\"after\":null}")))
                .endsWith(",\"data\":null}");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "id        | {}              | a.b (id) is missing, and the mapping of the source has no default for"
                        + " it",
                "subject   | {\"a\":[]}      | a.b (subject) is missing, and the mapping of the source has no default"
                        + " for it",
                "id        | {\"a\":{\"b\":null}} | a.b (id) is missing, and the mapping of the source has no default"
                        + " for it",
                "id        | {\"a\":{\"b\":\" \"}} | a.b (id) must not be empty",
                "eventType | {\"a\":{\"b\":\"\"}} | a.b (eventType) must not be empty",
                "subject   | {\"a\":{\"b\":{}}} | a.b (subject) must be a string, number or boolean",
                "data      | {\"a\":{}}      | a.b (data) is missing",
                "eventTime | {\"a\":{\"b\":\"noon\"}} | a.b (eventTime) is \"noon\", no ISO 8601 time with a zone, such"
                        + " as 2026-11-21T09:30:00Z",
                "eventTime | {\"a\":{\"b\":1.5}} | a.b (eventTime) is 1.5, no number of milliseconds since 1970",
                "eventTime | {\"a\":{\"b\":1e999999999}} | a.b (eventTime) is 1e999999999, no number of milliseconds"
                        + " since 1970",
            })
    void aRecordThatTheMappingDoesNotFitIsRejectedWithTheMemberAndTheRule(String name, String value, String sentence) {
        var mapping = "\"" + name + "\":{\"sourceField\":\"a.b\"}";
        assertThat(rejected(read(mapping, value)))
                .isEqualTo(new EventDecoder.Result.Rejected(RejectionReason.INVALID_EVENT, sentence));
    }

    /** #32 */
    @ParameterizedTest
    @ValueSource(strings = {"id", "eventType", "subject"})
    void anAttributeHasAtMost1024Characters(String name) {
        var mapping = "\"" + name + "\":{\"sourceField\":\"a\"}";
        assertThat(read(mapping, "{\"a\":\"" + "x".repeat(1024) + "\"}"))
                .isInstanceOf(EventDecoder.Result.Decoded.class);
        assertThat(read(mapping, "{\"a\":\"" + "x".repeat(1025) + "\"}"))
                .isEqualTo(new EventDecoder.Result.Rejected(
                        RejectionReason.INVALID_EVENT,
                        "a (" + name + ") has 1025 characters, the limit is 1024; shorten it"));
    }

    /** #32 */
    @Test
    void aRecordWhoseKeyIsTooLongForASubjectIsRejectedUnlessItsSubjectIsMapped() {
        var key = bytes("k".repeat(1025));
        assertThat(read("", key, new RecordHeaders(), bytes("{}")))
                .isEqualTo(new EventDecoder.Result.Rejected(
                        RejectionReason.INVALID_EVENT,
                        "kafka.key (subject) has 1025 characters, the limit is 1024; shorten it"));
        assertThat(decoded(read("\"subject\":{\"defaultValue\":\"all\"}", key, new RecordHeaders(), bytes("{}")))
                        .subject())
                .isEqualTo("all");
    }

    @Test
    void aTombstoneHasNoValue() {
        assertThat(rejected(read("", bytes("order-7"), new RecordHeaders(), null)))
                .isEqualTo(new EventDecoder.Result.Rejected(RejectionReason.INVALID_JSON, "the record has no value"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{} {}", "nonsense", "\u0000\u0001", "{\"a\":1", "\ufeff{}"})
    void whatIsNoJsonIsRejected(String value) {
        var rejected = rejected(read("", value));
        assertThat(rejected.reason()).isEqualTo(RejectionReason.INVALID_JSON);
        assertThat(rejected.sentence()).startsWith("invalid JSON");
    }

    @Test
    void nestingWithoutEndIsRejected() {
        assertThat(rejected(read("", "[".repeat(100_000))).reason()).isEqualTo(RejectionReason.INVALID_JSON);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(10)
    void aHostileValueIsAnEventOrRejectedWhateverIsMappedToIt(HostileJson hostile) {
        for (var field : List.of("id", "eventTime", "eventType", "subject", "dataVersion", "data")) {
            for (var path : List.of("k", "k.k", "none")) {
                var mapping = "\"" + field + "\":{\"sourceField\":\"" + path + "\"}";
                assertThat(read(mapping, "{\"k\":" + hostile.json() + "}"))
                        .as(mapping)
                        .isNotNull();
            }
        }
        assertThat(read("", hostile.json())).isNotNull();
    }

    @Test
    void aValueHasAtMostTheBytesOfAPublishedEvent() {
        var largest = "\"" + "x".repeat(EventLimits.MAX_EVENT_BYTES - 2) + "\"";
        assertThat(json(event("", largest))).endsWith(largest + "}");
        assertThat(rejected(read("", largest + " ")))
                .isEqualTo(new EventDecoder.Result.Rejected(
                        RejectionReason.TOO_LARGE, "the value has 1048577 bytes, the limit is 1048576"));
        var most = "{\"a\":\"" + "x".repeat(1_000_000) + "\"}";
        assertThat(rejected(read("\"dataVersion\":{\"sourceField\":\"a\"}", most))
                        .reason())
                .isEqualTo(RejectionReason.TOO_LARGE);
    }

    @Test
    void theFrameOfAJsonSchemaIsSkipped() {
        assertThat(json(decoded(read("", bytes("k"), new RecordHeaders(), framed(9, "{\"a\":1}")))))
                .endsWith(",\"data\":{\"a\":1}}");
    }

    @Test
    void anAvroValueIsTurnedToJsonByTheSchemaThatItNames() {
        WriterSchemas schemas = (id, bytes, from) ->
                bytes("{\"schema\":" + id + ",\"bytes\":" + (bytes.length - from) + ",\"kind\":\"Paid\"}");
        var source = source("avro", "\"eventType\":{\"sourceField\":\"kind\"}");
        var event = decoded(decoder(schemas)
                .read(Input.of("shop", EventSchema.EVENT_GRID), source, record(null, framed(70_000, "abc"))));
        assertThat(event.type()).isEqualTo("Paid");
        assertThat(json(event)).endsWith(",\"data\":{\"schema\":70000,\"bytes\":3,\"kind\":\"Paid\"}}");
    }

    @Test
    void anAvroValueWithoutASchemaIdIsRejected() {
        var rejected = rejected(decoder(SourceDecoderTest::noSchema)
                .read(Input.of("shop", EventSchema.EVENT_GRID), source("avro", ""), record(null, bytes("{\"a\":1}"))));
        assertThat(rejected.sentence())
                .isEqualTo("the value does not begin with a zero byte and the 4 bytes of a schema id");
    }

    @Test
    void anUnknownSchemaRejectsTheRecordAndAnUnavailableOneDoesNot() {
        WriterSchemas unknown = (id, _, _) -> {
            throw new UnreadableValue("there is no schema " + id);
        };
        var record = record(null, framed(9, "abc"));
        assertThat(rejected(decoder(unknown).read(Input.of("shop", EventSchema.EVENT_GRID), source("avro", ""), record))
                        .sentence())
                .isEqualTo("there is no schema 9");
        WriterSchemas away = (_, _, _) -> {
            throw new SchemaUnavailable("the registry does not respond", null);
        };
        var decoder = decoder(away);
        var source = source("avro", "");
        assertThatThrownBy(() -> decoder.read(Input.of("shop", EventSchema.EVENT_GRID), source, record))
                .isInstanceOf(SchemaUnavailable.class);
    }

    @Test
    void aCloudEventIsStructuredInTheValueOrBinaryInTheHeaders() {
        var source = source("cloudevents", "");
        var structured = decoded(decoder(SourceDecoderTest::noSchema)
                .read(Input.of("shop", EventSchema.CLOUD_EVENTS), source, record(null, bytes("""
                    {"specversion":"1.0","id":"1","source":"/s","type":"t"}\
                    """))));
        assertThat(structured.schema()).isEqualTo(EventSchema.CLOUD_EVENTS);
        assertThat(structured.id()).isEqualTo("1");
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("2"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"));
        var binary = new SourceRecord(AT, NOON, null, bytes("{\"a\":1}"), headers);
        assertThat(decoded(decoder(SourceDecoderTest::noSchema)
                                .read(Input.of("shop", EventSchema.CLOUD_EVENTS), source, binary))
                        .id())
                .isEqualTo("2");
    }

    @Test
    void anEventGridEventIsCheckedLikeAPublishedOne() {
        var source = source("event-grid", "");
        var decoder = decoder(SourceDecoderTest::noSchema);
        var event = decoded(decoder.read(Input.of("shop", EventSchema.EVENT_GRID), source, record(null, bytes("""
            {"id":"1","subject":"/s","eventType":"t","eventTime":"2026-11-21T12:00:00Z","data":{}}\
            """))));
        assertThat(json(event)).contains("\"topic\":\"/t/shop\"");
        assertThat(rejected(decoder.read(Input.of("shop", EventSchema.EVENT_GRID), source, record(null, bytes("{}"))))
                        .reason())
                .isEqualTo(RejectionReason.INVALID_EVENT);
    }

    private static byte[] noSchema(int id, byte[] bytes, int from) {
        throw new AssertionError("schema " + id + " is not needed");
    }

    private static SourceDecoder decoder(WriterSchemas schemas) {
        return new SourceDecoder(new TopicIds("/t/{topic}"), schemas);
    }

    private static KafkaSource source(String format, String mapping) {
        var json = "{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"shop.orders.v1\",\"format\":\"" + format
                + "\"" + (mapping.isEmpty() ? "" : ",\"mapping\":{" + mapping + "}") + "}}}}";
        if (TopicJson.read("shop", bytes(json)) instanceof Validated.Valid(var topic)) {
            return Objects.requireNonNull(topic.source());
        }
        throw new AssertionError(TopicJson.read("shop", bytes(json)));
    }

    private static SourceRecord record(byte @Nullable [] key, byte @Nullable [] value) {
        return new SourceRecord(AT, NOON, key, value, new RecordHeaders());
    }

    private static Event event(String mapping, String value) {
        return decoded(read(mapping, value));
    }

    private static EventDecoder.Result read(String mapping, String value) {
        var headers = new RecordHeaders().add("kind", bytes("Order.Placed"));
        return read(mapping, bytes("order-7"), headers, bytes(value));
    }

    private static EventDecoder.Result read(
            String mapping, byte @Nullable [] key, Headers headers, byte @Nullable [] value) {
        return decoder(SourceDecoderTest::noSchema)
                .read(
                        Input.of("shop", EventSchema.EVENT_GRID),
                        source("json", mapping),
                        new SourceRecord(AT, NOON, key, value, headers));
    }

    private static Event decoded(EventDecoder.Result result) {
        if (result instanceof EventDecoder.Result.Decoded(var topic, var event)) {
            assertThat(topic).isEqualTo("shop");
            return event;
        }
        throw new AssertionError(result);
    }

    private static EventDecoder.Result.Rejected rejected(EventDecoder.Result result) {
        return (EventDecoder.Result.Rejected) result;
    }

    private static byte[] framed(int schema, String value) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(0);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write(schema >> shift);
        }
        bytes.writeBytes(bytes(value));
        return bytes.toByteArray();
    }

    private static String json(Event event) {
        return new String(event.json(), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
