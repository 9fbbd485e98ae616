package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.InputMapping.Field;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-1 and B-MATCH-3: events of a custom schema, read by the mapping of their topic and delivered in any schema. */
class CustomEventTest {
    private static final String ID = new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("orders");
    private static final RecordOrigin ARRIVAL =
            new RecordOrigin("tidings.events-0@7", Instant.parse("2026-11-21T12:00:00.5Z"));
    private static final InputMapping ALL = new InputMapping(
            new Field("key", null),
            new Field("where", null),
            new Field("when", null),
            new Field("kind", "Thing"),
            new Field("about", "/things"),
            new Field("version", "0"));
    private static final InputMapping TYPE_ONLY =
            new InputMapping(Field.NONE, Field.NONE, Field.NONE, new Field("kind", null), Field.NONE, Field.NONE);
    private static final String FULL = """
        {"key":"k1","where":"orders","when":"2026-11-21T09:30:00+01:00","kind":"Paid","about":"/o/1","version":"2",\
        "n" : 1.50}\
        """;

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void itsBytesPassThroughInItsOwnSchema() {
        var json = FULL.getBytes(UTF_8);
        var event = valid(reader.one(input(ALL), json));
        assertThat(event.schema()).isEqualTo(EventSchema.CUSTOM);
        assertThat(event.json()).isSameAs(json);
        assertThat(event.deliveredAs(EventSchema.CUSTOM)).isSameAs(json);
    }

    @Test
    void asAnEventGridEventItIsTheDataAndTheMappingFillsTheRest() {
        assertThat(delivered(ALL, FULL, EventSchema.EVENT_GRID)).isEqualTo("""
            {"id":"k1","topic":"%s","subject":"/o/1","eventType":"Paid","eventTime":"2026-11-21T09:30:00+01:00",\
            "dataVersion":"2","metadataVersion":"1","data":%s}\
            """.formatted(ID, FULL));
    }

    @Test
    void asACloudEventItIsTheDataAndTheTopicIsTheSource() {
        assertThat(delivered(ALL, FULL, EventSchema.CLOUD_EVENTS)).isEqualTo("""
            {"specversion":"1.0","id":"k1","source":"%s","type":"Paid","subject":"/o/1",\
            "time":"2026-11-21T09:30:00+01:00","dataversion":"2","datacontenttype":"application/json","data":%s}\
            """.formatted(ID, FULL));
    }

    @Test
    void defaultsStandInForWhatTheEventDoesNotSay() {
        var event = "{\"key\":\"k\",\"when\":\"2026-11-21T09:30:00Z\",\"kind\":null}";
        assertThat(delivered(ALL, event, EventSchema.EVENT_GRID))
                .contains("\"subject\":\"/things\",\"eventType\":\"Thing\"", "\"dataVersion\":\"0\"");
    }

    @Test
    void unmappedValuesComeFromThePositionOfTheRecord() {
        var json = "{\"kind\":\"Paid\"}";
        var first = delivered(TYPE_ONLY, json, EventSchema.EVENT_GRID);
        assertThat(first).isEqualTo(delivered(TYPE_ONLY, json, EventSchema.EVENT_GRID));
        assertThat(first)
                .contains("\"subject\":\"\"", "\"dataVersion\":\"\"", "\"eventTime\":\"2026-11-21T12:00:00.500Z\"");
        var event = read(TYPE_ONLY, json, ARRIVAL);
        assertThat(event.id()).hasSize(36);
        assertThat(read(TYPE_ONLY, json, new RecordOrigin("tidings.events-0@8", ARRIVAL.time()))
                        .id())
                .isNotEqualTo(event.id());
        assertThat(delivered(TYPE_ONLY, json, EventSchema.CLOUD_EVENTS)).doesNotContain("subject", "dataversion");
    }

    @Test
    void numbersAndBooleansCountAsTheirTextWhateverTheMemberIsCalled() {
        var mapping = new InputMapping(
                new Field("id", null),
                Field.NONE,
                Field.NONE,
                new Field("data", null),
                new Field("data_base64", null),
                Field.NONE);
        var event = read(mapping, "{\"id\":17.0,\"data\":\"a\\u0022b\",\"data_base64\":true}", ARRIVAL);
        assertThat(event.id()).isEqualTo("17.0");
        assertThat(event.type()).isEqualTo("a\"b");
        assertThat(event.subject()).isEqualTo("true");
    }

    @ParameterizedTest(name = "{0} instead of {1}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
        "key":"k1"      | "k":1       | INVALID_EVENT | key (id) is missing, and the topic's mapping has no default for it
        "key":"k1"      | "key":" "   | INVALID_EVENT | key (id) must not be empty
        "key":"k1"      | "key":{}    | INVALID_EVENT | key (id) must be a string, number or boolean
        "kind":"Paid"   | "kind":""   | INVALID_EVENT | kind (eventType) must not be empty
        "about":"/o/1"  | "about":[]  | INVALID_EVENT | about (subject) must be a string, number or boolean
        09:30:00+01:00  | 09:30:00    | INVALID_EVENT | when (eventTime) is "2026-11-21T09:30:00", no ISO 8601 time
        "where":"orders"| "where":"x" | WRONG_TOPIC   | where (topic) must be absent, "orders" or "/subscriptions/
        "n" : 1.50      | "key":"k2"  | INVALID_JSON  | invalid JSON: member "key" stands twice
        """)
    void anEventThatLacksWhatIsMappedIsRefused(String part, String instead, RejectionReason reason, String sentence) {
        var reading = reader.one(input(ALL), FULL.replace(part, instead).getBytes(UTF_8));
        var invalid = (ParseResult.Invalid) reading;
        assertThat(invalid.reason()).isEqualTo(reason);
        assertThat(invalid.sentence()).startsWith(sentence);
    }

    /** #32 */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        k1   | key (id)
        Paid | kind (eventType)
        /o/1 | about (subject)
        """)
    void aMappedAttributeHasAtMost1024Characters(String value, String name) {
        var event = FULL.replace(value, "x".repeat(1025)).getBytes(UTF_8);
        assertThat(reader.one(input(ALL), event))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.INVALID_EVENT, name + " has 1025 characters, the limit is 1024; shorten it"));
        assertThat(EventReader.ofAccepted(new TopicIds(TopicIds.DEFAULT_FORMAT)).one(input(ALL), event))
                .isInstanceOf(ParseResult.Valid.class);
    }

    @ParameterizedTest(name = "{0} are {1}")
    @CsvSource(delimiter = '|', textBlock = """
        {"kind":"a"}                   | 1
        [{"kind":"a"},{"kind":"b"}]    | 2
        ' \t\r\n{"kind":"a"} '         | 1
        """)
    void aRequestHoldsOneEventOrAnArray(String body, int events) {
        var bytes = body.translateEscapes().getBytes(UTF_8);
        assertThat(((ParseResult.Valid) reader.oneOrMany(input(TYPE_ONLY), bytes)).events())
                .hasSize(events);
    }

    @ParameterizedTest(name = "\"{0}\"")
    @CsvSource({"''", "' '", "[]", "1", "{", "[{}]", "{}"})
    void aRequestWithoutEventsIsRefused(String body) {
        assertThat(reader.oneOrMany(input(TYPE_ONLY), body.getBytes(UTF_8))).isInstanceOf(ParseResult.Invalid.class);
    }

    @Test
    void aCloudEventIsNoEventOfACustomTopicInKafka() {
        var headers = new RecordHeaders().add("ce_specversion", "1.0".getBytes(UTF_8));
        var reading = new KafkaEvents(reader).read(input(ALL), ARRIVAL, headers, FULL.getBytes(UTF_8));
        assertThat(((ParseResult.Invalid) reading).reason()).isEqualTo(RejectionReason.WRONG_SCHEMA);
    }

    private String delivered(InputMapping mapping, String json, EventSchema schema) {
        return new String(read(mapping, json, ARRIVAL).deliveredAs(schema), UTF_8);
    }

    private Event read(InputMapping mapping, String json, RecordOrigin origin) {
        return valid(new KafkaEvents(reader).read(input(mapping), origin, new RecordHeaders(), json.getBytes(UTF_8)));
    }

    private static Input input(InputMapping mapping) {
        return new Input("orders", EventSchema.CUSTOM, mapping);
    }

    private static Event valid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Valid.class);
        return ((ParseResult.Valid) reading).only();
    }
}
