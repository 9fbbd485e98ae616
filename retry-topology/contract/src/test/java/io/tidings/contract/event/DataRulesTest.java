package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.InputMapping.Field;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.eventtype.DeclaredSchema;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-TYPE-1: whose data is checked, and what follows. */
class DataRulesTest {
    private static final RecordOrigin ARRIVAL =
            new RecordOrigin("tidings.events-0@7", Instant.parse("2026-11-21T12:00:00Z"));
    private static final String ORDER = """
        {"id":"%s","subject":"/o/1","eventType":"%s","eventTime":"2026-11-21T09:30:00Z","data":%s}\
        """;
    private static final String BROKEN =
            "the data of event 1 breaks /properties/n/type of the schema (event type placed)";

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void dataThatBreaksTheSchemaOfItsTypeRefusesAllOfTheRequest() {
        var right = ORDER.formatted("0", "placed", "{\"n\":1}");
        var wrong = ORDER.formatted("1", "placed", "{\"n\":\"1\"}");
        assertThat(reader.many(input(DataCheck.REJECT, EventSchema.EVENT_GRID), bytes("[" + right + "," + wrong + "]")))
                .isEqualTo(new ParseResult.Invalid(RejectionReason.SCHEMA_MISMATCH, "[1]: " + BROKEN));
    }

    @Test
    void aTopicThatOnlyWarnsTakesTheEventWithTheRuleThatItBreaks() {
        var input = input(DataCheck.WARN, EventSchema.EVENT_GRID);
        assertThat(only(reader.one(input, bytes(ORDER.formatted("1", "placed", "{\"n\":\"1\"}"))))
                        .mismatch())
                .isEqualTo(BROKEN);
        assertThat(only(reader.one(input, bytes(ORDER.formatted("1", "placed", "{\"n\":1}"))))
                        .mismatch())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"OFF, placed", "WARN, shipped", "REJECT, shipped"})
    void otherTypesAndOtherTopicsAreNotChecked(DataCheck check, String type) {
        var event = only(
                reader.one(input(check, EventSchema.EVENT_GRID), bytes(ORDER.formatted("1", type, "{\"n\":\"1\"}"))));
        assertThat(event.mismatch()).isNull();
    }

    /** It is the same data however the event is written. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"placed\",\"data\":{\"n\":1}}|``",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"placed\",\"data\":{\"n\":\"\"}}|breaks"
                    + " /properties/n/type of the schema",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"placed\"}|is missing or is not"
                        + " JSON",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"placed\",\"data_base64\":\"AA==\"}|is"
                    + " missing or is not JSON",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"placed\",\"data\":{\"n\":1,\"n\":2}}|has"
                    + " a member twice, or a number beyond the limits",
            })
    void theDataOfACloudEventIsChecked(String event, String rule) {
        var result = reader.one(input(DataCheck.REJECT, EventSchema.CLOUD_EVENTS), bytes(event));
        if (rule.isEmpty()) {
            assertThat(only(result).id()).isEqualTo("1");
        } else {
            assertThat(invalid(result).sentence()).isEqualTo("the data of event 1 " + rule + " (event type placed)");
        }
    }

    @Test
    void theDataOfACloudEventInBinaryModeIsChecked() {
        var attributes = Map.of("specversion", "1.0", "id", "1", "source", "/s", "type", "placed");
        var result = reader.binaryCloudEvent(
                input(DataCheck.REJECT, EventSchema.CLOUD_EVENTS),
                attributes,
                "application/json",
                bytes("{\"n\":\"1\"}"));
        assertThat(invalid(result).sentence()).isEqualTo(BROKEN);
    }

    @Test
    void theDataOfACustomEventIsTheWholeEvent() {
        var mapping = new InputMapping(
                new Field("key", null), Field.NONE, Field.NONE, new Field("kind", null), Field.NONE, Field.NONE);
        var input = new Input("orders", EventSchema.CUSTOM, mapping, rules(DataCheck.REJECT));
        assertThat(invalid(reader.one(input, bytes("{\"key\":\"1\",\"kind\":\"placed\",\"n\":\"1\"}")))
                        .sentence())
                .isEqualTo(BROKEN);
    }

    @Test
    void anEventGridEventWithoutDataIsCheckedAsTheEmptyObjectThatItIsDeliveredWith() {
        var without = ORDER.formatted("1", "placed", "{}").replace(",\"data\":{}", "");
        assertThat(invalid(reader.one(input(DataCheck.REJECT, EventSchema.EVENT_GRID), bytes(without)))
                        .sentence())
                .isEqualTo("the data of event 1 breaks /required/0 of the schema (event type placed)");
    }

    /** It has been answered with 200, so that a schema that changed meanwhile comes too late. */
    @Test
    void anEventThatCameOverHttpIsNotCheckedAgain() {
        var input = input(DataCheck.REJECT, EventSchema.EVENT_GRID);
        var event = bytes(ORDER.formatted("1", "placed", "{\"n\":\"1\"}"));
        var events = new KafkaEvents(reader);
        assertThat(invalid(events.read(input, ARRIVAL, new RecordHeaders(), event))
                        .reason())
                .isEqualTo(RejectionReason.SCHEMA_MISMATCH);
        Headers overHttp = new RecordHeaders().add(HeaderNames.SUBSCRIPTIONS_OFFSET, bytes("7"));
        assertThat(only(events.read(input, ARRIVAL, overHttp, event)).id()).isEqualTo("1");
    }

    /** Otherwise each of 5000 events would have the steps of a whole request. */
    @Test
    void theEventsOfARequestShareTheirSteps() {
        var type = "{\"properties\":{\"dataSchema\":{\"anyOf\":[" + "false,".repeat(9_000) + "true]}}}";
        var rules = new DataRules(DataCheck.REJECT, Map.of("placed", new DeclaredSchema(bytes(type))));
        var input = new Input("orders", EventSchema.EVENT_GRID, InputMapping.NONE, rules);
        var event = ORDER.formatted("1", "placed", "1");
        assertThat(reader.many(input, bytes("[" + event + "]"))).isInstanceOf(ParseResult.Valid.class);
        var many = reader.many(input, bytes("[" + (event + ",").repeat(999) + event + "]"));
        assertThat(invalid(many).sentence()).contains("takes too many steps");
    }

    /** Or the types of a request could have their schemas compiled again for each event. */
    @Test
    void anEventOfAnotherTypeThanTheOneBeforeTakesStepsForALargeSchema() {
        var placed = ORDER.formatted("1", "placed", "1");
        assertThat(reader.many(mixed(DataCheck.REJECT, 15_000), bytes("[" + (placed + ",").repeat(99) + placed + "]")))
                .isInstanceOf(ParseResult.Valid.class);
        assertThat(invalid(reader.many(mixed(DataCheck.REJECT, 15_000), alternating()))
                        .sentence())
                .contains("takes too many steps");
    }

    @Test
    void theEventsOfARequestMayBeOfSeveralTypesInAnyOrder() {
        assertThat(reader.many(mixed(DataCheck.REJECT, 5_000), alternating())).isInstanceOf(ParseResult.Valid.class);
    }

    /** A topic that only warns reads all the other events, too. */
    @Test
    void noSchemaIsCompiledAfterTheLastStep() {
        var unreadable = new DeclaredSchema(bytes("{\"properties\":{\"dataSchema\":{\"else\":true}}}"));
        var rules = mixed(DataCheck.WARN, 15_000).rules();
        var schemas = new HashMap<>(rules.schemas());
        schemas.put("shipped", unreadable);
        var input =
                new Input("orders", EventSchema.EVENT_GRID, InputMapping.NONE, new DataRules(DataCheck.WARN, schemas));
        var shipped = ORDER.formatted("last", "shipped", "1");
        var request = new String(alternating(), UTF_8).replaceFirst("]$", "," + shipped + "]");
        assertThat(((ParseResult.Valid) reader.many(input, bytes(request)))
                        .events()
                        .getLast()
                        .mismatch())
                .contains("event last takes too many steps");
    }

    /** Two types with equal schemas. */
    private static Input mixed(DataCheck check, int values) {
        var type = "{\"properties\":{\"dataSchema\":{\"enum\":[1" + ",2".repeat(values) + "]}}}";
        var rules = new DataRules(
                check, Map.of("placed", new DeclaredSchema(bytes(type)), "paid", new DeclaredSchema(bytes(type))));
        return new Input("orders", EventSchema.EVENT_GRID, InputMapping.NONE, rules);
    }

    private static byte[] alternating() {
        var placed = ORDER.formatted("1", "placed", "1");
        var paid = ORDER.formatted("1", "paid", "1");
        return bytes("[" + (placed + "," + paid + ",").repeat(49) + placed + "]");
    }

    /** What a later release or another tool writes is not understood, so that nothing can be said about data. */
    @Test
    void aSchemaThatIsNotUnderstoodRefusesTheData() {
        var type = "{\"properties\":{\"dataSchema\":{\"unevaluatedProperties\":false}}}";
        var rules = new DataRules(DataCheck.REJECT, Map.of("placed", new DeclaredSchema(bytes(type))));
        var input = new Input("orders", EventSchema.EVENT_GRID, InputMapping.NONE, rules);
        assertThat(invalid(reader.one(input, bytes(ORDER.formatted("1", "placed", "{}"))))
                        .sentence())
                .contains("cannot be judged: dataSchema: /unevaluatedProperties is not a keyword");
    }

    private static Input input(DataCheck check, EventSchema schema) {
        return new Input("orders", schema, InputMapping.NONE, rules(check));
    }

    private static DataRules rules(DataCheck check) {
        var type =
                "{\"properties\":{\"dataSchema\":{\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}}}";
        return new DataRules(check, Map.of("placed", new DeclaredSchema(bytes(type))));
    }

    private static Event only(ParseResult result) {
        assertThat(result).isInstanceOf(ParseResult.Valid.class);
        return ((ParseResult.Valid) result).only();
    }

    private static ParseResult.Invalid invalid(ParseResult result) {
        assertThat(result).isInstanceOf(ParseResult.Invalid.class);
        return (ParseResult.Invalid) result;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
