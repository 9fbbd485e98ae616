package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.event.InputMapping.Field;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-1: what a topic may say. */
class TopicJsonTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|EVENT_GRID",
                "{\"properties\":null}|EVENT_GRID",
                "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}|EVENT_GRID",
                "{\"properties\":{\"inputSchema\":\"cloudeventschemav1_0\"}}|CLOUD_EVENTS",
            })
    void aTopicTakesOneSchema(String json, EventSchema schema) {
        assertThat(read("shop", json)).isEqualTo(new Validated.Valid<>(new TopicResource("shop", schema)));
    }

    @Test
    void aTopicIsWrittenAsItIsRead() {
        var topic = new TopicResource("shop", EventSchema.CLOUD_EVENTS);
        assertThat(read("shop", TopicJson.write(topic).toString())).isEqualTo(new Validated.Valid<>(topic));
    }

    /** #31: B-LANE-2. */
    @ParameterizedTest
    @ValueSource(strings = {"subject", "/data/customer/id"})
    void aTopicMaySayWhichValueOfItsEventsIsTheirKey(String by) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{\"partitionBy\":\"%s\"}}}"
                .formatted(by);
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(TopicJson.write(topic)).hasToString(json);
        assertThat(read("shop", TopicJson.write(topic).toString())).isEqualTo(new Validated.Valid<>(topic));
    }

    /** #31: B-LANE-2: an event that is published has no record yet. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka.key", "data.customer", "/subject", ""})
    void thatIsTheSubjectOrAPathIntoTheData(String by) {
        var read = read("shop", "{\"properties\":{\"tidings\":{\"partitionBy\":\"%s\"}}}".formatted(by));
        assertThat(((Validated.Invalid<TopicResource>) read).violations())
                .containsExactly(new Violation(
                        "properties.tidings.partitionBy", "must be subject or a path such as /data/customerId"));
    }

    /** B-DEDUP-3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                      | {\"by\":\"id\",\"window\":\"PT1H\"}",
                "{\"by\":\"subject\"}                    | {\"by\":\"subject\",\"window\":\"PT1H\"}",
                "{\"by\":\"/data/no\",\"window\":\"P1D\"} | {\"by\":\"/data/no\",\"window\":\"PT24H\"}"
            })
    void aTopicMayDropEventsThatRepeatOthers(String given, String kept) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{\"deduplicate\":%s}}}";
        var topic = ((Validated.Valid<TopicResource>) read("shop", json.formatted(given))).value();
        assertThat(TopicJson.write(topic)).hasToString(json.formatted(kept));
        assertThat(read("shop", json.formatted(kept))).isEqualTo(new Validated.Valid<>(topic));
    }

    /** B-DEDUP-3. */
    @Test
    void withoutItNoneIsDropped() {
        var read = read("shop", "{\"properties\":{\"tidings\":{\"deduplicate\":null}}}");
        assertThat(((Validated.Valid<TopicResource>) read).value().deduplicate())
                .isNull();
    }

    /** B-DEDUP-3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"deduplicate\":{\"by\":\"kafka.key\"}|.by|must be id, subject or a path such as /data/orderId",
                "\"deduplicate\":{\"by\":\"\"}|.by|must be id, subject or a path such as /data/orderId",
                "\"deduplicate\":{\"window\":\"PT0S\"}|.window|must be an ISO 8601 duration from PT1S to PT24H",
                "\"deduplicate\":{\"window\":\"PT25H\"}|.window|must be an ISO 8601 duration from PT1S to PT24H",
                "\"deduplicate\":{\"keys\":1}|.keys|is not a known member",
                "\"source\":{\"kafkaTopic\":\"shop.orders\",\"format\":\"json\"},\"deduplicate\":{}||must be left out,"
                        + " because the events of a source are not deduplicated"
            })
    void thatNamesAKeyAndAWindow(String members, @Nullable String member, String rule) {
        var read = read("shop", "{\"properties\":{\"tidings\":{%s}}}".formatted(members));
        assertThat(((Validated.Invalid<TopicResource>) read).violations())
                .containsExactly(new Violation("properties.tidings.deduplicate" + Objects.toString(member, ""), rule));
    }

    /** B-DEDUP-3: the id that such an event gets is that of its record. */
    @Test
    void customEventsAreDeduplicatedByAnIdThatTheyHave() {
        var json = "{\"properties\":{\"inputSchema\":\"CustomEventSchema\",\"inputSchemaMapping\":{"
                + "\"inputSchemaMappingType\":\"Json\",\"properties\":{%s\"eventType\":{\"sourceField\":\"kind\"}}},"
                + "\"tidings\":{\"deduplicate\":{}}}}";
        assertThat(read("shop", json.formatted("\"id\":{\"sourceField\":\"no\"},")))
                .isInstanceOf(Validated.Valid.class);
        assertThat(((Validated.Invalid<TopicResource>) read("shop", json.formatted(""))).violations())
                .extracting(Violation::path)
                .containsExactly("properties.tidings.deduplicate");
    }

    /** #32 1.7: how much publishers may send. */
    @Test
    void aTopicMayLimitItsPublishers() {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{\"limits\":"
                + "{\"publishEventsPerSecond\":100,\"publishBytesPerSecond\":1000000}}}}";
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(topic.limits()).isEqualTo(new PublishLimits(100, 1_000_000));
        assertThat(TopicJson.write(topic)).hasToString(json);
        var broken = read("shop", json.replace("100,", "0,").replace("publishBytesPerSecond", "bytes"));
        assertThat(((Validated.Invalid<TopicResource>) broken).violations())
                .containsExactly(
                        new Violation(
                                "properties.tidings.limits.publishEventsPerSecond",
                                "must be a whole number from 1 to 1000000"),
                        new Violation("properties.tidings.limits.bytes", "is not a known member"));
    }

    /** B-ARM-2: a value that does not restrict is kept and returned (#31). */
    @Test
    void whatAzureKnowsOfATopicIsKept() {
        var kept = "\"disableLocalAuth\":false,\"publicNetworkAccess\":\"Enabled\",\"inboundIpRules\":[],"
                + "\"minimumTlsVersionAllowed\":\"1.2\",\"dataResidencyBoundary\":\"WithinRegion\","
                + "\"eventTypeInfo\":{\"kind\":\"Inline\"}";
        var read = (Validated.Valid<TopicResource>) read("shop", "{\"kind\":\"Azure\",\"properties\":{" + kept + "}}");
        assertThat(TopicJson.write(read.value()).toString()).contains(kept).contains("\"kind\":\"Azure\"");
    }

    /** B-IDENT-2. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTopicMayRefuseKeys(boolean refused) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"disableLocalAuth\":" + refused + "}}";
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(topic.arm().disableLocalAuth()).isEqualTo(refused);
        assertThat(TopicJson.write(topic)).hasToString(json);
        assertThat(new TopicResource("shop", EventSchema.EVENT_GRID).arm().disableLocalAuth())
                .isFalse();
    }

    /** B-ARM-2: nobody may believe in a protection that is not there (#31). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"disableLocalAuth\":\"true\"|properties.disableLocalAuth: must be true or false",
                "\"publicNetworkAccess\":\"Disabled\"|properties.publicNetworkAccess: must be Enabled",
                "\"inboundIpRules\":[{\"ipMask\":\"10.0.0.0/8\"}]|properties.inboundIpRules: must be an empty array",
                "\"minimumTlsVersionAllowed\":\"1.3\"|properties.minimumTlsVersionAllowed: must be 1.0, 1.1 or 1.2"
            })
    void whatWouldRestrictAccessInAzureIsRefused(String member, String sentence) {
        var read = (Validated.Invalid<TopicResource>) read("shop", "{\"properties\":{" + member + "}}");
        assertThat(read.sentence()).startsWith(sentence);
    }

    /** B-ARM-1. */
    @Test
    void whatAzureSaysOfEveryResourceIsKeptAsItIs() {
        var json = """
            {"location":"westeurope","tags":{"cost":"","team":"shop"},"identity":{"type":"SystemAssigned"},\
            "sku":{"name":"Basic","more":[1.50,null]},"properties":{"inputSchema":"EventGridSchema"}}\
            """;
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(topic.arm().location()).isEqualTo("westeurope");
        assertThat(topic.arm().tags()).isEqualTo(Map.of("team", "shop", "cost", ""));
        assertThat(read("shop", TopicJson.write(topic).toString())).isEqualTo(new Validated.Valid<>(topic));
    }

    @ParameterizedTest(name = "{1}: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"location\":1}|location",
                "{\"tags\":[]}|tags",
                "{\"tags\":{\"team\":1}}|tags.team",
                "{\"tags\":{\"team\":null}}|tags.team",
                "{\"identity\":\"SystemAssigned\"}|identity",
                "{\"sku\":\"Basic\"}|sku",
            })
    void whatAzureDoesNotHaveIsRefused(String json, String path) {
        assertThat(((Validated.Invalid<TopicResource>) read("shop", json)).violations())
                .singleElement()
                .extracting(Violation::path)
                .isEqualTo(path);
    }

    @Test
    void tagsAreBounded() {
        var long257 = "x".repeat(257);
        var many = IntStream.range(0, 51).mapToObj(i -> "\"t" + i + "\":\"\"").collect(joining(","));
        assertThat(read("shop", "{\"tags\":{\"t\":\"" + long257 + "\"}}")).isInstanceOf(Validated.Invalid.class);
        assertThat(read("shop", "{\"tags\":{" + many + "}}")).isInstanceOf(Validated.Invalid.class);
    }

    @Test
    void theResultOfAGetMayBePut() {
        assertThat(read("shop", """
            {"id":"/x","name":"shop","type":"t","location":"here","tags":{},"properties":{
            "provisioningState":"Succeeded","endpoint":"https://x","inputSchema":"EventGridSchema"}}\
            """)).isInstanceOf(Validated.Valid.class);
    }

    @ParameterizedTest(name = "{1}: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|''",
                "{|''",
                "{\"colour\":1}|colour",
                "{\"properties\":[]}|properties",
                "{\"properties\":{\"colour\":1}}|properties.colour",
                "{\"properties\":{\"inputSchema\":\"Avro\"}}|properties.inputSchema",
                "{\"properties\":{\"inputSchema\":1}}|properties.inputSchema",
                "{\"properties\":{\"inputSchema\":\"CustomEventSchema\"}}|properties.inputSchemaMapping",
                "{\"properties\":{\"inputSchemaMapping\":{}}}|properties.inputSchemaMapping",
                "{\"properties\":{\"inputSchema\":\"CustomEventSchema\",\"inputSchemaMapping\":1}}"
                        + "|properties.inputSchemaMapping",
            })
    void aViolationIsReportedWithItsPath(String json, String path) {
        var invalid = (Validated.Invalid<TopicResource>) read("shop", json);
        assertThat(invalid.violations())
                .singleElement()
                .extracting(Violation::path)
                .isEqualTo(path);
        assertThat(invalid.sentence()).startsWith(path.isEmpty() ? "this " : path + ": ");
    }

    @Test
    void aMappingIsReadAndShownAsItWasGiven() {
        var json = """
            {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
            "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"kind","defaultValue":"Order"},\
            "subject":{"defaultValue":""},"dataVersion":{"defaultValue":"1.0"}}}}}\
            """;
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(topic)
                .isEqualTo(new TopicResource(
                        "shop",
                        EventSchema.CUSTOM,
                        new InputMapping(
                                new Field("key", null),
                                Field.NONE,
                                Field.NONE,
                                new Field("kind", "Order"),
                                new Field(null, ""),
                                new Field(null, "1.0"))));
        assertThat(TopicJson.write(topic)).hasToString(json);
    }

    @Test
    void aMaskHasPathsIntoTheData() {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\",\"tidings\":{\"mask\":[\"/data/card\"]}}}";
        var topic = ((Validated.Valid<TopicResource>) read("shop", json)).value();
        assertThat(topic.mask()).isEqualTo(new Mask(List.of("/data/card")));
        assertThat(TopicJson.write(topic)).hasToString(json);
        for (var wrong : List.of("card", "/subject", "/data//x", "/database")) {
            assertThat(read("shop", json.replace("/data/card", wrong))).isInstanceOf(Validated.Invalid.class);
        }
        var custom = json.replace("/data/card", "/card").replace("\"EventGridSchema\"", """
            "CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json","properties":{\
            "eventType":{"defaultValue":"t"},"subject":{"defaultValue":"s"},"dataVersion":{"defaultValue":"1"}}}\
            """);
        assertThat(read("shop", custom)).isInstanceOf(Validated.Valid.class);
    }

    @Test
    void aFieldThatIsNotMappedMayBeNull() {
        var topic = read("shop", """
            {"properties":{"inputSchema":"customeventschema","inputSchemaMapping":{"inputSchemaMappingType":"json",
            "properties":{"id":{"sourceField":null},"topic":null,"eventType":{"sourceField":"kind","defaultValue":null}}}}}\
            """);
        assertThat(topic).isInstanceOf(Validated.Valid.class);
    }

    @Test
    void everyViolationOfAMappingIsReportedAtOnce() {
        var invalid = (Validated.Invalid<TopicResource>) read("shop", """
            {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Xml",
            "properties":{"id":{"sourceField":"","defaultValue":"x"},"eventTime":{"sourceField":1},"subject":[],
            "dataVersion":{"default":"1"},"colour":{}},"more":1}}}\
            """);
        assertThat(invalid.violations())
                .extracting(Violation::path)
                .allSatisfy(path -> assertThat(path).startsWith("properties.inputSchemaMapping."))
                .extracting(path -> path.substring("properties.inputSchemaMapping.".length()))
                .containsExactlyInAnyOrder(
                        "inputSchemaMappingType",
                        "more",
                        "properties.id.sourceField",
                        "properties.id.defaultValue",
                        "properties.eventTime.sourceField",
                        "properties.eventType",
                        "properties.subject",
                        "properties.dataVersion.default",
                        "properties.colour");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab", "a_b", "a.b", "shöp", "Microsoft-x", "eventgrid1", "system"})
    void aNameHasLettersDigitsAndDashesAndIsNotReserved(String name) {
        assertThat(read(name, "{}")).isInstanceOf(Validated.Invalid.class);
    }

    private static Validated<TopicResource> read(String name, String json) {
        return TopicJson.read(name, json.getBytes(UTF_8));
    }
}
