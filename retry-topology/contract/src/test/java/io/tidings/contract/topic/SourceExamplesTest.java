package io.tidings.contract.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.json.Validated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The examples in docs/source-formats.md do what the page says. */
class SourceExamplesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final SourceDecoder decoder = new SourceDecoder(new TopicIds(TopicIds.DEFAULT_FORMAT), (id, _, _) -> {
        throw new AssertionError("schema " + id + " is not needed");
    });

    private final List<String> examples;

    SourceExamplesTest() throws IOException {
        examples = BLOCK.matcher(Files.readString(Path.of("../../docs/source-formats.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(examples).hasSize(5);
    }

    @Test
    void theMappingOfAnOrder() throws IOException {
        var headers = new RecordHeaders().add("kind", bytes("Order.Placed"));
        var event = decoded(read(0, headers, """
            {"placedAt":"2026-11-21T09:30:00Z","order":{"number":7,"total":12.50}}\
            """));
        assertThat(JSON.readTree(event.json())).isEqualTo(JSON.readTree("""
            {"id":"7","topic":"/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/\
            Microsoft.EventGrid/topics/customers","subject":"1004","eventType":"Order.Placed",\
            "eventTime":"2026-11-21T09:30:00Z","dataVersion":"2","metadataVersion":"1",\
            "data":{"number":7,"total":12.50}}\
            """));
    }

    @Test
    void aChangeThatDebeziumWrites() throws IOException {
        var event = decoded(read(1, new RecordHeaders(), examples.get(2)));
        assertThat(JSON.readTree(event.json())).isEqualTo(JSON.readTree(examples.get(3)));
    }

    @Test
    void aDeleteHasNoDataAndItsTombstoneIsRejected() throws IOException {
        var deleted = decoded(read(1, new RecordHeaders(), """
            {"payload":{"before":{"id":1004},"after":null,"source":{"table":"customers"},"op":"d","ts_ms":1}}\
            """));
        assertThat(deleted.type()).isEqualTo("d");
        assertThat(JSON.readTree(deleted.json()).get("data").isNull()).isTrue();
        assertThat(read(1, new RecordHeaders(), null))
                .isEqualTo(new Result.Rejected(RejectionReason.INVALID_JSON, "the record has no value"));
    }

    @Test
    void anOutboxHasIdAndTypeInHeaders() throws IOException {
        var headers = new RecordHeaders()
                .add("id", bytes("6f1c1a1e-3a0b-4c58-9a0a-2f8f7f1d2b11"))
                .add("eventType", bytes("OrderCreated"));
        var event = decoded(read(4, headers, "{\"total\":1}"));
        assertThat(event.id()).isEqualTo("6f1c1a1e-3a0b-4c58-9a0a-2f8f7f1d2b11");
        assertThat(event.type()).isEqualTo("OrderCreated");
        assertThat(event.subject()).isEqualTo("1004");
    }

    private Result read(int example, Headers headers, @Nullable String value) throws IOException {
        var source = source(JSON.readTree(examples.get(example)));
        return decoder.read(
                Input.of("customers", source.format().schema()),
                source,
                new SourceRecord(
                        new EventSource(source.kafkaTopic(), 0, 17),
                        NOON,
                        bytes("1004"),
                        value == null ? null : bytes(value),
                        headers));
    }

    private static KafkaSource source(JsonNode json) {
        var topic = JSON.createObjectNode();
        topic.putObject("properties").putObject("tidings").set("source", json);
        if (TopicJson.read("customers", topic) instanceof Validated.Valid(var read)) {
            return Objects.requireNonNull(read.source());
        }
        throw new AssertionError(TopicJson.read("customers", topic));
    }

    private static Event decoded(Result result) {
        if (result instanceof Result.Decoded(var _, var event)) {
            return event;
        }
        throw new AssertionError(result);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
