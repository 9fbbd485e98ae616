package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.KeyValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What filters, mappings and delivery attributes find beside the value of a source's record. */
class RecordFieldsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "kafka.key, Order-7",
        "Kafka.Key, Order-7",
        "kafka.timestamp, 2026-11-21T12:00:00Z",
        "kafka.topic, shop.orders",
        "kafka.partition, 3",
        "kafka.offset, 12",
        "kafka.headers.tenant, second",
        "kafka.headers.Trace.ID, with dots",
    })
    void everyFieldHasAPath(String path, String text) {
        assertThat(fields(bytes("Order-7")).text(path)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "kafka.", "kafka.headers", "kafka.headers.", "kafka.headers.none", "kafka.other"})
    void otherPathsLeadNowhere(String path) {
        assertThat(fields(bytes("k")).text(path)).isNull();
        assertThat(fields(null).text("kafka.key")).isNull();
        assertThat(fields(null).text("kafka.headers.null")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0000002a, AAAAKg==", "ff, /w==", "610a09c3a4, 'a\n\tä'", "'', ''"})
    void bytesThatAreNoTextAreBase64(String hex, String text) {
        assertThat(fields(HexFormat.of().parseHex(hex)).text("kafka.key")).isEqualTo(text);
    }

    @Test
    void aFilterComparesCoordinatesAsNumbersAndTheRestAsText() throws IOException {
        var event = event("{\"data\":{}}").from(fields(bytes("Order-7")));
        assertThat(at(event, "kafka.offset")).isEqualTo(new KeyValue.Decimal(BigDecimal.valueOf(12)));
        assertThat(at(event, "kafka.partition")).isEqualTo(new KeyValue.Decimal(BigDecimal.valueOf(3)));
        assertThat(at(event, "KAFKA.Key")).isEqualTo(new KeyValue.Text("order-7"));
        assertThat(at(event, "kafka.headers.trace.id")).isEqualTo(new KeyValue.Text("with dots"));
        assertThat(at(event, "kafka.headers.none")).isEqualTo(KeyValue.Other.ABSENT);
        assertThat(at(event, "kafka")).isEqualTo(KeyValue.Other.ABSENT);
    }

    @Test
    void aPublishedEventKeepsAMemberOfThatName() throws IOException {
        assertThat(at(event("{\"kafka\":{\"key\":\"mine\"}}"), "kafka.key")).isEqualTo(new KeyValue.Text("mine"));
        assertThat(at(event("{}"), "kafka.offset")).isEqualTo(KeyValue.Other.ABSENT);
    }

    private static KeyValue at(Event event, String path) {
        return event.at(EventKey.of(path).orElseThrow());
    }

    private static Event event(String json) throws IOException {
        var object = JsonObjectView.ofObject(bytes(json));
        return new Event(EventSchema.EVENT_GRID, new Envelope("1", "/t", "type", "", "", ""), object, object.json());
    }

    private static RecordFields fields(byte @Nullable [] key) {
        var headers = new RecordHeaders()
                .add("Tenant", bytes("first"))
                .add("tenant", bytes("second"))
                .add("trace.id", bytes("with dots"))
                .add("null", null);
        return new RecordFields("shop.orders", 3, 12, NOON, key, headers);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
