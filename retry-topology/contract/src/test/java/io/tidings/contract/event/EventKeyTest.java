package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.json.AnyCase;
import io.tidings.contract.json.KeyValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MATCH-2: where a key leads to in an event. */
class EventKeyTest {
    private static final String SHOP_ID = new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("shop");

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "id, 1",
        "ID, 1",
        "Subject, /o/1",
        "eventType, placed",
        "EVENTTYPE, placed",
        "eventTime, 2026-11-21t09:30:00z",
        "extra, more",
        "data.Text, hello",
        "DATA.TEXT, hello",
        "data.deep.deeper.text, abyss",
        "dataVersion, ''",
        "metadataVersion, 1",
    })
    void aKeyLeadsToATextInAnyCase(String key, String text) {
        assertThat(eventGrid().at(key(key))).isEqualTo(new KeyValue.Text(text));
    }

    @Test
    void theTopicOfAnEventGridEventIsTheStampedOne() {
        assertThat(eventGrid().at(key("topic"))).isEqualTo(new KeyValue.Text(AnyCase.of(SHOP_ID)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"nothing", "data.nothing", "data.text.length", "data.list.0", "data.list.a", "id.x", "data.null.x"})
    void aKeyMayLeadNowhere(String key) {
        assertThat(eventGrid().at(key(key))).isEqualTo(KeyValue.Other.ABSENT);
    }

    @Test
    void valuesHaveTheirTypes() {
        var event = eventGrid();
        assertThat(event.at(key("data.number"))).isEqualTo(new KeyValue.Decimal(new BigDecimal("1.50")));
        assertThat(event.at(key("data.yes"))).isEqualTo(new KeyValue.Bool(true));
        assertThat(event.at(key("data.no"))).isEqualTo(new KeyValue.Bool(false));
        assertThat(event.at(key("data.null"))).isEqualTo(KeyValue.Other.NULL);
        assertThat(event.at(key("data.deep"))).isEqualTo(KeyValue.Other.OPAQUE);
        assertThat(event.at(key("data"))).isEqualTo(KeyValue.Other.OPAQUE);
        assertThat(event.at(key("data.huge"))).isEqualTo(KeyValue.Other.OPAQUE);
        assertThat(((KeyValue.Array) event.at(key("data.list"))).elements())
                .containsExactly(
                        new KeyValue.Decimal(BigDecimal.ONE),
                        new KeyValue.Text("two"),
                        KeyValue.Other.NULL,
                        new KeyValue.Bool(true));
    }

    @Test
    void ofMembersThatDifferOnlyInCaseTheFirstCounts() {
        var event = cloudEvent("{\"A\":1,\"a\":2,\"a\":3}");
        assertThat(event.at(key("data.a"))).isEqualTo(new KeyValue.Decimal(BigDecimal.ONE));
    }

    @Test
    void recordsThatWereReadAreNotReadAgain() {
        var event = eventGrid();
        assertThat(event.at(key("data.deep.deeper.text"))).isSameAs(event.at(key("Data.Deep.Deeper.Text")));
        var list = (KeyValue.Array) event.at(key("data.list"));
        assertThat(list.elements()).isSameAs(list.elements());
    }

    @Test
    void aCloudEventHasItsAttributesAndItsData() {
        var event = cloudEvent("\"plain \\\"text\\\"\"");
        assertThat(event.at(key("source"))).isEqualTo(new KeyValue.Text("/shop"));
        assertThat(event.at(key("type"))).isEqualTo(new KeyValue.Text("placed"));
        assertThat(event.at(key("number"))).isEqualTo(new KeyValue.Decimal(new BigDecimal("5")));
        assertThat(event.at(key("data"))).isEqualTo(new KeyValue.Text("plain \"text\""));
        assertThat(event.at(key("subject"))).isEqualTo(KeyValue.Other.ABSENT);
        assertThat(event.at(key("topic"))).isEqualTo(KeyValue.Other.ABSENT);
    }

    @Test
    void aCloudEventInBinaryModeHasTheDataItCameWith() {
        var attributes = Map.of("specversion", "1.0", "id", "1", "source", "/shop", "type", "placed", "number", "5");
        var json = binary(attributes, "application/json", "{\"n\": 1.50, \"deep\": {\"t\": \"X\"}}");
        assertThat(json.at(key("data.n"))).isEqualTo(new KeyValue.Decimal(new BigDecimal("1.50")));
        assertThat(json.at(key("data.deep.t"))).isEqualTo(new KeyValue.Text("x"));
        assertThat(json.at(key("number"))).isEqualTo(new KeyValue.Text("5"));
        assertThat(binary(attributes, "text/plain", "Plain").at(key("data"))).isEqualTo(new KeyValue.Text("plain"));
        assertThat(binary(attributes, "image/png", "x").at(key("data"))).isEqualTo(KeyValue.Other.ABSENT);
    }

    private Event binary(Map<String, String> attributes, String contentType, String data) {
        return ((ParseResult.Valid) reader.binaryCloudEvent(
                        Input.of("shop", EventSchema.CLOUD_EVENTS), attributes, contentType, data.getBytes(UTF_8)))
                .only();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "kind, paid",
        "Id, own",
        "eventType, paid",
        "subject, /things",
        "dataVersion, 2",
        "eventTime, 2026-11-21t12:00:00z",
        "data.kind, paid",
        "data.deep.t, x",
        "deep.t, x",
    })
    void aCustomEventHasItsOwnMembersAndThenThoseItIsMappedTo(String key, String text) {
        var event = custom("{\"kind\":\"Paid\",\"id\":\"own\",\"deep\":{\"t\":\"X\"}}");
        assertThat(event.at(key(key))).isEqualTo(new KeyValue.Text(text));
        assertThat(event.at(key("topic"))).isEqualTo(new KeyValue.Text(AnyCase.of(SHOP_ID)));
        assertThat(event.at(key("metadataVersion"))).isEqualTo(KeyValue.Other.ABSENT);
    }

    @Test
    void theDataOfACustomEventIsItsOwnIfItHasSome() {
        var event = custom("{\"kind\":\"Paid\",\"data\":{\"n\":1}}");
        assertThat(event.at(key("data.n"))).isEqualTo(new KeyValue.Decimal(BigDecimal.ONE));
        assertThat(event.at(key("data.kind"))).isEqualTo(KeyValue.Other.ABSENT);
    }

    private Event custom(String json) {
        var none = InputMapping.Field.NONE;
        var mapping = new InputMapping(
                none,
                none,
                none,
                new InputMapping.Field("kind", null),
                new InputMapping.Field(null, "/things"),
                new InputMapping.Field(null, "2"));
        var origin = new RecordOrigin("tidings.events-0@7", Instant.parse("2026-11-21T12:00:00Z"));
        return ((ParseResult.Valid) new KafkaEvents(reader)
                        .read(
                                new Input("shop", EventSchema.CUSTOM, mapping),
                                origin,
                                new RecordHeaders(),
                                json.getBytes(UTF_8)))
                .only();
    }

    /** Offsets are those of the whole request. */
    @Test
    void eventsOfOneRequestHaveTheirOwnValues() {
        var request = "[" + text(eventGrid()) + " , " + text(eventGrid()).replace("Abyss", "Tiefe ü") + "]";
        var events =
                ((ParseResult.Valid) reader.many(EventSchema.EVENT_GRID, "shop", request.getBytes(UTF_8))).events();
        assertThat(events.getFirst().at(key("data.deep.deeper.text"))).isEqualTo(new KeyValue.Text("abyss"));
        assertThat(events.getLast().at(key("data.deep.deeper.text"))).isEqualTo(new KeyValue.Text("tiefe ü"));
        assertThat(events.getLast().at(key("data.number"))).isEqualTo(new KeyValue.Decimal(new BigDecimal("1.50")));
    }

    /** Else reading it would take time that grows with the square of its length. */
    @Test
    void aNumberOfMoreThanAThousandDigitsIsNoEvent() {
        assertThat(read("9".repeat(1000))).isInstanceOf(ParseResult.Valid.class);
        assertThat(read("9".repeat(1001))).isInstanceOf(ParseResult.Invalid.class);
        assertThat(read("{\"a\":[0." + "9".repeat(1001) + "]}")).isInstanceOf(ParseResult.Invalid.class);
    }

    @Test
    void aKeyHasOneToSixteenNames() {
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey(Collections.nCopies(17, "a")));
        assertThat(new EventKey(Collections.nCopies(16, "A")).names()).containsOnly("a");
    }

    private static EventKey key(String text) {
        return EventKey.of(text).orElseThrow();
    }

    private Event eventGrid() {
        var json = """
            {"id":"1","subject":"/o/1","eventType":"Placed","eventTime":"2026-11-21T09:30:00Z","extra":"More",
             "data":{"text":"Hello","number" : 1.50 ,"yes":true,"no":false,"null":null,"huge":1e99999999999,
               "list":[1,"Two",null,[3],{"a":4},true],"deep":{"x":[{}],"deeper":{"text":"Abyss"}}}}\
            """;
        return ((ParseResult.Valid) reader.one(EventSchema.EVENT_GRID, "shop", json.getBytes(UTF_8))).only();
    }

    private Event cloudEvent(String data) {
        return ((ParseResult.Valid) read(data)).only();
    }

    private ParseResult read(String data) {
        var json = """
            {"specversion":"1.0","id":"1","source":"/Shop","type":"placed","number":5,"data":%s}\
            """.formatted(data);
        return reader.one(EventSchema.CLOUD_EVENTS, "shop", json.getBytes(UTF_8));
    }

    private static String text(Event event) {
        return new String(event.json(), UTF_8);
    }
}
