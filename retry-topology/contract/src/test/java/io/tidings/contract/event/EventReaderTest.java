package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-1, B-PUB-4 and B-PUB-6: what is an event, and what is stamped on it. */
class EventReaderTest {
    private static final String ID = TopicIds.DEFAULT_FORMAT.replace("{topic}", "orders");
    private static final String ORDER = """
        {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"ü":[1,{"a":"}"}]}}\
        """;

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void missingMembersAreStampedAndAllElseKeepsItsBytes() {
        assertThat(json(reader.one(EventSchema.EVENT_GRID, "orders", ORDER.getBytes(UTF_8))))
                .isEqualTo(ORDER.substring(0, ORDER.length() - 1) + ",\"topic\":\"" + ID
                        + "\",\"dataVersion\":\"\",\"metadataVersion\":\"1\"}");
    }

    @Test
    void anEventWithoutDataGetsAnEmptyObjectAndOneWithNullKeepsIt() {
        var without = ORDER.replaceFirst(",\"data\":.*", "}");
        assertThat(json(reader.one(EventSchema.EVENT_GRID, "orders", without.getBytes(UTF_8))))
                .endsWith(",\"metadataVersion\":\"1\",\"data\":{}}");
        var empty = without.replace("}", ",\"data\":null}");
        assertThat(json(reader.one(EventSchema.EVENT_GRID, "orders", empty.getBytes(UTF_8))))
                .contains("\"data\":null")
                .doesNotContain("{}");
    }

    @Test
    void aCompleteEventPassesAsTheSameArray() {
        var complete = ORDER.replace(
                        "\"data\"", "\"topic\":\"" + ID + "\",\"dataVersion\":\"2\",\"metadataVersion\":\"1\",\"data\"")
                .getBytes(UTF_8);
        assertThat(valid(reader.one(EventSchema.EVENT_GRID, "orders", complete))
                        .only()
                        .json())
                .isSameAs(complete);
    }

    @Test
    void theShortNameOfTheTopicIsReplacedInPlace() {
        var event = ORDER.replace("{\"id\"", "{\"topic\" : \"orders\" ,\"id\"");
        assertThat(json(reader.one(EventSchema.EVENT_GRID, "orders", event.getBytes(UTF_8))))
                .startsWith("{\"topic\" : \"" + ID + "\" ,\"id\"");
    }

    @Test
    void eventsOfAnArrayAreCutOutOfIt() {
        var array = "[ " + ORDER + " , " + ORDER.replace("\"1\"", "\"2\"") + "\n]";
        var events = valid(reader.many(EventSchema.EVENT_GRID, "orders", array.getBytes(UTF_8)))
                .events();
        assertThat(events).extracting(Event::id).containsExactly("1", "2");
        assertThat(new String(events.get(1).json(), UTF_8))
                .startsWith("{\"id\":\"2\"")
                .endsWith("}");
    }

    /** Whoever reads it later must not run out of stack either. */
    @ParameterizedTest
    @ValueSource(ints = {1_100, 500_000})
    void anEventThatNestsTooDeepIsNone(int depth) {
        var deep = ORDER.replaceFirst("\"data\":.*", "\"data\":" + "[".repeat(depth) + "]".repeat(depth) + "}");
        assertThat(reader.one(EventSchema.EVENT_GRID, "orders", deep.getBytes(UTF_8)))
                .isInstanceOf(ParseResult.Invalid.class);
    }

    @Test
    void oneInvalidEventRefusesAllAndIsNamed() {
        var array = "[" + ORDER + "," + ORDER.replace("\"subject\":\"/o/1\",", "") + "]";
        assertThat(reader.many(EventSchema.EVENT_GRID, "orders", array.getBytes(UTF_8)))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.INVALID_EVENT,
                        "[1]: subject is missing; it must be a string that is not empty"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"id\":\"1\"|\"id\":1|INVALID_EVENT",
                "\"id\":\"1\"|\"id\":\"\"|INVALID_EVENT",
                "09:30:00Z|09:30:00|INVALID_EVENT",
                "\"data\":|\"metadataVersion\":\"2\",\"data\":|INVALID_EVENT",
                "\"data\":|\"dataVersion\":2,\"data\":|INVALID_EVENT",
                "\"data\":|\"topic\":\"other\",\"data\":|WRONG_TOPIC",
                "\"data\":|\"id\":\"2\",\"data\":|INVALID_JSON",
                "}]}}|}]}|INVALID_JSON",
                "}]}}|}]}} x|INVALID_JSON",
            })
    void anInvalidEventGridEventIsRefused(String part, String instead, RejectionReason reason) {
        assertThat(invalid(reader.one(
                                EventSchema.EVENT_GRID,
                                "orders",
                                ORDER.replace(part, instead).getBytes(UTF_8)))
                        .reason())
                .isEqualTo(reason);
    }

    @Test
    void anEventOfOneMebibyteIsTakenAndOneByteMoreIsNot() {
        var empty = ORDER.replace("{\"ü\":[1,{\"a\":\"}\"}]}", "\"\"");
        var fill = "x".repeat(EventLimits.MAX_EVENT_BYTES - empty.length());
        var largest = empty.replace("\"data\":\"\"", "\"data\":\"" + fill + "\"");
        assertThat(largest).hasSize(EventLimits.MAX_EVENT_BYTES);
        assertThat(reader.one(EventSchema.EVENT_GRID, "orders", largest.getBytes(UTF_8)))
                .isInstanceOf(ParseResult.Valid.class);
        assertThat(invalid(reader.one(
                                EventSchema.EVENT_GRID,
                                "orders",
                                largest.replace("xx", "xxx").getBytes(UTF_8)))
                        .reason())
                .isEqualTo(RejectionReason.TOO_LARGE);
    }

    /** #32 */
    @ParameterizedTest(name = "{1} of a {0} event")
    @CsvSource({
        "EVENT_GRID, id",
        "EVENT_GRID, subject",
        "EVENT_GRID, eventType",
        "CLOUD_EVENTS, id",
        "CLOUD_EVENTS, source",
        "CLOUD_EVENTS, type",
        "CLOUD_EVENTS, subject"
    })
    void anAttributeHasAtMost1024CharactersUnlessTheEventWasAcceptedBefore(EventSchema schema, String name) {
        var event = schema == EventSchema.EVENT_GRID
                ? ORDER
                : "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"subject\":\"/1\"}";
        var member = "\"" + name + "\":\"[^\"]*\"";
        var longest = event.replaceFirst(member, "\"" + name + "\":\"" + "ü".repeat(1024) + "\"");
        assertThat(reader.one(schema, "orders", longest.getBytes(UTF_8))).isInstanceOf(ParseResult.Valid.class);
        var longer = event.replaceFirst(member, "\"" + name + "\":\"" + "ü".repeat(1025) + "\"")
                .getBytes(UTF_8);
        assertThat(reader.one(schema, "orders", longer))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.INVALID_EVENT, name + " has 1025 characters, the limit is 1024; shorten it"));
        assertThat(EventReader.ofAccepted(new TopicIds(TopicIds.DEFAULT_FORMAT)).one(schema, "orders", longer))
                .isInstanceOf(ParseResult.Valid.class);
    }

    /** #32 */
    @Test
    void anAttributeOfABinaryCloudEventHasAtMost1024Characters() {
        var attributes = attributes();
        attributes.put("id", "x".repeat(600 * 1024));
        assertThat(invalid(reader.binaryCloudEvent(
                                Input.of("shop", EventSchema.CLOUD_EVENTS), attributes, null, new byte[0]))
                        .sentence())
                .isEqualTo("id has 614400 characters, the limit is 1024; shorten it");
    }

    @Test
    void anEventGridEventIsDeliveredAsACloudEventWithItsTopicAsSource() {
        var event = valid(reader.one(EventSchema.EVENT_GRID, "orders", ORDER.getBytes(UTF_8)))
                .only();
        assertThat(new String(event.deliveredAs(EventSchema.CLOUD_EVENTS), UTF_8))
                .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"" + ID
                        + "\",\"type\":\"placed\",\"subject\":\"/o/1\",\"time\":\"2026-11-21T09:30:00Z\","
                        + "\"datacontenttype\":\"application/json\",\"data\":{\"ü\":[1,{\"a\":\"}\"}]}}");
    }

    @Test
    void versionsThatAreNullAreStampedInPlace() {
        var event = ORDER.replace("{\"id\"", "{\"dataVersion\":null,\"topic\":null,\"metadataVersion\":null,\"id\"");
        assertThat(json(reader.one(EventSchema.EVENT_GRID, "orders", event.getBytes(UTF_8))))
                .startsWith("{\"dataVersion\":\"\",\"topic\":\"" + ID + "\",\"metadataVersion\":\"1\",\"id\"");
    }

    @Test
    void aCloudEventOnATopicOfEventGridEventsGetsAnErrorThatSaysSo() {
        var event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}".getBytes(UTF_8);
        assertThat(reader.one(EventSchema.EVENT_GRID, "orders", event))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.WRONG_SCHEMA, "a CloudEvent on topic orders, which takes EventGridSchema"));
        var both = ORDER.replace("{\"id\"", "{\"specversion\":\"1.0\",\"id\"").getBytes(UTF_8);
        assertThat(reader.one(EventSchema.EVENT_GRID, "orders", both)).isInstanceOf(ParseResult.Valid.class);
    }

    @ParameterizedTest
    @CsvSource({"id", "source", "type"})
    void missingAttributesOfACloudEventAreNamed(String name) {
        var event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}";
        var missing = event.replaceFirst(",\"" + name + "\":\"[^\"]*\"", "");
        assertThat(invalid(reader.one(EventSchema.CLOUD_EVENTS, "orders", missing.getBytes(UTF_8)))
                        .sentence())
                .isEqualTo(name + " is missing");
        for (var value : new String[] {"null", "\"\"", "1"}) {
            var wrong = event.replaceFirst("\"" + name + "\":\"[^\"]*\"", "\"" + name + "\":" + value);
            assertThat(invalid(reader.one(EventSchema.CLOUD_EVENTS, "orders", wrong.getBytes(UTF_8)))
                            .sentence())
                    .isEqualTo(name + " must be a string that is not empty");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"num\":5,\"subject\":null,"
                        + "\"time\":\"2026-11-21T09:30:00.441116964Z\",\"data_base64\":\"AA==\"}",
            })
    void aCloudEventPassesThrough(String event) {
        assertThat(json(reader.one(EventSchema.CLOUD_EVENTS, "orders", event.getBytes(UTF_8))))
                .isEqualTo(event);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}|WRONG_SCHEMA|specversion",
                "{\"specversion\":\"0.3\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}|INVALID_EVENT|specversion",
                "{\"specversion\":\"1.0\",\"source\":\"/s\",\"type\":\"t\"}|INVALID_EVENT|id",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"\",\"type\":\"t\"}|INVALID_EVENT|source",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"bad_name\":1}|INVALID_EVENT|bad_name",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"ext\":{}}|INVALID_EVENT|ext",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"time\":\"now\"}|INVALID_EVENT|time",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"data\":1,\"data_base64\":\"\"}|INVALID_EVENT|data",
            })
    void anInvalidCloudEventIsRefusedAndTheMemberNamed(String event, RejectionReason reason, String member) {
        var invalid = invalid(reader.one(EventSchema.CLOUD_EVENTS, "orders", event.getBytes(UTF_8)));
        assertThat(invalid.reason()).isEqualTo(reason);
        assertThat(invalid.sentence()).contains(member);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json|{\"a\":1}|\"data\":{\"a\":1}",
                "application/vnd.x+json; charset=utf-8|[1]|\"data\":[1]",
                "text/plain|a \"b\"|\"data\":\"a \\\"b\\\"\"",
                "application/xml|<a/>|\"data_base64\":\"PGEvPg==\"",
            })
    void aBinaryCloudEventBecomesAStructuredOne(String contentType, String data, String member) {
        assertThat(json(reader.binaryCloudEvent(
                        Input.of("shop", EventSchema.CLOUD_EVENTS), attributes(), contentType, data.getBytes(UTF_8))))
                .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\","
                        + "\"datacontenttype\":\"" + contentType + "\"," + member + "}");
    }

    @Test
    void binaryDataCannotForgeAttributes() {
        var data = "1,\"id\":\"forged\"".getBytes(UTF_8);
        assertThat(invalid(reader.binaryCloudEvent(
                                Input.of("shop", EventSchema.CLOUD_EVENTS), attributes(), "application/json", data))
                        .reason())
                .isEqualTo(RejectionReason.INVALID_JSON);
    }

    private static Map<String, String> attributes() {
        var attributes = new LinkedHashMap<String, String>();
        attributes.put("specversion", "1.0");
        attributes.put("id", "1");
        attributes.put("source", "/s");
        attributes.put("type", "t");
        return attributes;
    }

    private static String json(ParseResult reading) {
        return new String(valid(reading).only().json(), UTF_8);
    }

    private static ParseResult.Valid valid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Valid.class);
        return (ParseResult.Valid) reading;
    }

    private static ParseResult.Invalid invalid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Invalid.class);
        return (ParseResult.Invalid) reading;
    }

    @Test
    void oneObjectInPlaceOfAnArrayIsRefusedWithAdvice() {
        var reading = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                .many(EventSchema.EVENT_GRID, "orders", " {\"id\":\"1\"}".getBytes(UTF_8));
        assertThat(reading)
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.INVALID_JSON, "this is one object, but an array is expected; put it in [ ]"));
    }

    @Test
    void noSentenceIsTheParsers() {
        var reading = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                .many(EventSchema.EVENT_GRID, "orders", "[{\"id\" 1}]".getBytes(UTF_8));
        assertThat(reading)
                .isEqualTo(new ParseResult.Invalid(RejectionReason.INVALID_JSON, "invalid JSON (at byte 7)"));
    }
}
