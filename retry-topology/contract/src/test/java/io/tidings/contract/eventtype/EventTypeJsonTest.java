package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-TYPE-1: what an event type may say. */
class EventTypeJsonTest {
    private static final EventTypeKey KEY = new EventTypeKey("orders", "order.placed");
    private static final String ALL =
            "{\"properties\":{\"description\":\"An order\",\"version\":\"2\",\"deprecated\":true,"
                    + "\"dataSchema\":{\"required\":[\"n\"]},\"examples\":[{\"n\":1},null]}}";

    @Test
    void aTypeIsWrittenAsItIsRead() {
        var type = ((Validated.Valid<EventType>) read(ALL)).value();
        assertThat(EventTypeJson.write(type)).hasToString(ALL);
        assertThat(EventTypeJson.readRecord(KEY, ALL.getBytes(UTF_8))).isEqualTo(new Validated.Valid<>(type));
        assertThat(EventTypeJson.write(((Validated.Valid<EventType>) read("{}")).value()))
                .hasToString("{\"properties\":{}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"dataSchema\":true|properties.dataSchema: must be an object",
                "\"dataSchema\":{\"pattern\":\"(?=a)\"}|properties.dataSchema: /pattern " + PatternCompiler.RULE,
                "\"dataSchema\":{\"type\":\"text\"}|properties.dataSchema: /type must be of null,"
                        + " boolean, object, array, number, string and integer",
                "\"dataSchema\":{\"required\":[\"n\"]},\"examples\":[{\"n\":1},{}]|properties.examples[1]: breaks"
                        + " /required/0 of the schema",
                "\"examples\":{}|properties.examples: must be an array of at most 10 values of data",
                "\"examples\":[1,2,3,4,5,6,7,8,9,10,11]|properties.examples: must be an array of at most 10 values of"
                        + " data",
                "\"colour\":1|properties.colour: is not a known member",
                "\"deprecated\":\"yes\"|properties.deprecated: must be true or false",
            })
    void whatATypeMayNotSayIsRefusedWithThePlace(String members, String violation) {
        assertThat(read("{\"properties\":{" + members + "}}"))
                .isInstanceOfSatisfying(
                        Validated.Invalid.class,
                        invalid -> assertThat(invalid.sentence()).isEqualTo(violation));
    }

    @Test
    void schemasAndExamplesAndWordsHaveALength() {
        var long64 = "\"" + "x".repeat(64 * 1024) + "\"";
        var body =
                "{\"properties\":{\"description\":%s,\"version\":%s,\"dataSchema\":{\"title\":%s},\"examples\":[%s]}}"
                        .formatted(long64, long64, long64, long64);
        assertThat(((Validated.Invalid<EventType>) read(body)).violations())
                .extracting(Violation::path)
                .containsExactly(
                        "properties.description", "properties.version", "properties.dataSchema", "properties.examples");
    }

    /** The record of the audit log nests them once more, and JSON is read up to a depth of 1000. */
    @ParameterizedTest
    @ValueSource(strings = {"dataSchema", "examples"})
    void schemasAndExamplesHaveADepth(String member) {
        var deep = "{\"default\":".repeat(100) + "1" + "}".repeat(100);
        var body = "{\"properties\":{\"%s\":%s}}"
                .formatted(member, member.equals("examples") ? "[" + deep + "]" : "{\"default\":" + deep + "}");
        assertThat(read(body))
                .isInstanceOfSatisfying(
                        Validated.Invalid.class,
                        invalid -> assertThat(invalid.sentence())
                                .isEqualTo("properties." + member + ": must nest at most 100 deep"));
    }

    @ParameterizedTest
    @CsvSource({"' ', false", "'a\nb', false", "com.example/order placed, true"})
    void aNameIsTextThatAnEventMayHave(String name, boolean allowed) {
        assertThat(
                        EventTypeJson.read(new EventTypeKey("orders", name), "{}".getBytes(UTF_8))
                                instanceof Validated.Valid)
                .isEqualTo(allowed);
        assertThat(EventTypeKey.parse("orders/eventTypes/" + name)).contains(new EventTypeKey("orders", name));
        assertThat(EventTypeKey.parse("orders")).isEmpty();
    }

    /** A former release gives up the completion of a subscription whose key an ignored record has. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "a/b", ""})
    void theKeyOfATypeIsThatOfNoSubscription(String name) {
        assertThat(SubscriptionKey.parse(new EventTypeKey("orders", name).toString()))
                .isEmpty();
    }

    /** A release to come may write more. */
    @Test
    void aRecordMayHoldMore() {
        var more = ALL.replace("\"version\"", "\"colour\":1,\"version\"");
        assertThat(EventTypeJson.readRecord(KEY, more.getBytes(UTF_8))).isEqualTo(read(ALL));
    }

    private static Validated<EventType> read(String json) {
        return EventTypeJson.read(KEY, json.getBytes(UTF_8));
    }
}
