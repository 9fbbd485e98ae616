package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.topic.SourceMapping.Field;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SOURCE-1: what a topic may say about the Kafka topic that its events come from. */
class KafkaSourceJsonTest {
    @Test
    void aSourceStartsAtTheEndAndHasNoMappingUnlessItSaysSo() {
        assertThat(source("""
            {"kafkaTopic":"shop.orders.v1","format":"json"}\
            """))
                .isEqualTo(
                        new KafkaSource("shop.orders.v1", SourceFormat.JSON, SourceStart.LATEST, SourceMapping.NONE));
    }

    @Test
    void aMappingIsReadAndShownAsItWasGiven() {
        var json = """
            {"kafkaTopic":"shop.orders.v1","format":"avro","start":"earliest","mapping":{\
            "id":{"sourceField":"kafka.headers.Order-Id"},"eventTime":{"sourceField":"kafka.timestamp"},\
            "eventType":{"sourceField":"payload.Kind","defaultValue":"order"},"subject":{"defaultValue":""},\
            "data":{"sourceField":"payload.after"}}}\
            """;
        var source = source(json);
        assertThat(source.mapping())
                .isEqualTo(new SourceMapping(
                        new Field(new SourceField.Header("Order-Id"), null),
                        new Field(SourceField.Coordinate.TIMESTAMP, null),
                        new Field(member("payload.Kind"), "order"),
                        new Field(null, ""),
                        Field.NONE,
                        new Field(member("payload.after"), null)));
        assertThat(TopicJson.write(topic(json)).at("/properties/tidings/source"))
                .hasToString(json);
    }

    @ParameterizedTest
    @EnumSource(SourceFormat.class)
    void theFormatDecidesTheInputSchema(SourceFormat format) {
        var topic = topic("{\"kafkaTopic\":\"orders\",\"format\":\"" + format.wireName() + "\"}");
        assertThat(topic.inputSchema()).isEqualTo(format.schema());
        assertThat(TopicJson.read("shop", TopicJson.write(topic))).isEqualTo(new Validated.Valid<>(topic));
    }

    @Test
    void anotherInputSchemaThanThatOfTheFormatIsRefused() {
        assertThat(violations("""
            {"properties":{"inputSchema":"CloudEventSchemaV1_0",
            "tidings":{"source":{"kafkaTopic":"orders","format":"json"}}}}\
            """))
                .singleElement()
                .hasToString("properties.inputSchema: must be EventGridSchema or be left out, because the format of the"
                        + " source is json");
    }

    @ParameterizedTest(name = "{1}: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1|source",
                "{\"format\":\"json\"}|source.kafkaTopic",
                "{\"kafkaTopic\":\"orders\"}|source.format",
                "{\"kafkaTopic\":\"a/b\",\"format\":\"json\"}|source.kafkaTopic",
                "{\"kafkaTopic\":\"..\",\"format\":\"json\"}|source.kafkaTopic",
                "{\"kafkaTopic\":\"__consumer_offsets\",\"format\":\"json\"}|source.kafkaTopic",
                "{\"kafkaTopic\":\"orders\",\"format\":\"protobuf\"}|source.format",
                "{\"kafkaTopic\":\"orders\",\"format\":\"json\",\"start\":\"now\"}|source.start",
                "{\"kafkaTopic\":\"orders\",\"format\":\"json\",\"colour\":1}|source.colour",
                "{\"kafkaTopic\":\"orders\",\"format\":\"cloudevents\",\"mapping\":{}}|source.mapping",
                "{\"kafkaTopic\":\"orders\",\"format\":\"json\",\"mapping\":{\"topic\":{}}}|source.mapping.topic",
                "{\"kafkaTopic\":\"orders\",\"format\":\"json\",\"mapping\":{\"id\":{\"defaultValue\":\"x\"}}}"
                        + "|source.mapping.id.defaultValue",
                "{\"kafkaTopic\":\"orders\",\"format\":\"json\",\"mapping\":{\"id\":{\"sourceField\":\"kafka.x\"}}}"
                        + "|source.mapping.id.sourceField",
            })
    void aViolationIsReportedWithItsPath(String source, String path) {
        assertThat(violations("{\"properties\":{\"tidings\":{\"source\":" + source + "}}}"))
                .singleElement()
                .extracting(Violation::path)
                .isEqualTo("properties.tidings." + path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka.", "kafka.headers", "kafka.headers.", "kafka.Key", "a..b", ""})
    void aFieldIsAPathOrWhatKafkaHoldsBesideTheValue(String text) {
        assertThat(SourceField.of(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka.key", "kafka.offset", "kafka.headers.a.b", "kafkaesque", "data.Customer.id"})
    void aFieldKeepsItsText(String text) {
        assertThat(SourceField.of(text)).map(SourceField::text).isEqualTo(Optional.of(text));
    }

    private static SourceField member(String path) {
        return new SourceField.Member(EventKey.of(path).orElseThrow(), path);
    }

    private static KafkaSource source(String json) {
        return Objects.requireNonNull(topic(json).source());
    }

    private static TopicResource topic(String source) {
        var json = "{\"properties\":{\"tidings\":{\"source\":" + source + "}}}";
        return ((Validated.Valid<TopicResource>) TopicJson.read("shop", json.getBytes(UTF_8))).value();
    }

    private static List<Violation> violations(String json) {
        return ((Validated.Invalid<TopicResource>) TopicJson.read("shop", json.getBytes(UTF_8))).violations();
    }
}
