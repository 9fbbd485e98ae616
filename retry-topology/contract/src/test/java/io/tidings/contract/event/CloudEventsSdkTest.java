package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.data.BytesCloudEventData;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.jackson.JsonCloudEventData;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.CloudEventSerializer;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** B-PUB-3: records as the SDK of CloudEvents writes them, and what it reads of ours. */
class CloudEventsSdkTest {
    private static final String JSON_EVENT = JsonFormat.CONTENT_TYPE;
    private static final RecordOrigin ARRIVAL =
            new RecordOrigin("tidings.events-0@7", Instant.parse("2026-11-21T12:00:00Z"));
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaEvents events = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)));

    static Stream<CloudEvent> cloudEvents() throws Exception {
        var all = CloudEventBuilder.v1()
                .withId("ü\"1")
                .withSource(URI.create("/shop/1?x=%20"))
                .withType("placed")
                .withSubject("/orders/ü")
                .withTime(OffsetDateTime.parse("2026-11-21T09:30:00.123456789+01:00"))
                .withDataSchema(URI.create("https://example.com/schema"))
                .withExtension("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .withData("application/json", JsonCloudEventData.wrap(JSON.readTree("{\"a\":[1,\"ü\"]}")))
                .build();
        return Stream.of(
                all,
                CloudEventBuilder.v1(all).withoutData().build(),
                CloudEventBuilder.v1(all)
                        .withData("application/octet-stream", new byte[] {0, 1, (byte) 0xff})
                        .build(),
                CloudEventBuilder.v1(all)
                        .withData("application/xml", bytes("<a/>"))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("cloudEvents")
    void aCloudEventInBinaryModeIsReadAsTheSdkWroteIt(CloudEvent event) {
        var headers = new RecordHeaders();
        var value = written(event, Encoding.BINARY, headers);
        assertSame(valid(read(EventSchema.CLOUD_EVENTS, headers, value)), event);
    }

    @ParameterizedTest
    @MethodSource("cloudEvents")
    void aCloudEventInStructuredModeKeepsTheBytesTheSdkWrote(CloudEvent event) {
        var headers = new RecordHeaders();
        var value = written(event, Encoding.STRUCTURED, headers);
        var read = valid(read(EventSchema.CLOUD_EVENTS, headers, value));
        assertThat(read.json()).isSameAs(value);
        assertSame(read, event);
    }

    @Test
    void anEventGridEventThatIsConvertedIsACloudEventToTheSdk() {
        var event = bytes("""
            {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
            """);
        var read = valid(read(EventSchema.EVENT_GRID, new RecordHeaders(), event));
        var converted = new JsonFormat().deserialize(read.deliveredAs(EventSchema.CLOUD_EVENTS));
        assertThat(converted.getSource()).hasToString(new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("shop"));
        assertThat(converted.getType()).isEqualTo("placed");
        assertThat(converted.getSubject()).isEqualTo("/o/1");
    }

    /** Data may be written in other ways that mean the same; attributes may not. */
    private static void assertSame(Event read, CloudEvent event) {
        var found = new JsonFormat().deserialize(read.json());
        assertThat(found.getAttributeNames()).isEqualTo(event.getAttributeNames());
        for (var name : event.getAttributeNames()) {
            assertThat(found.getAttribute(name)).isEqualTo(event.getAttribute(name));
        }
        for (var name : event.getExtensionNames()) {
            assertThat(found.getExtension(name)).isEqualTo(event.getExtension(name));
        }
        assertThat(data(found)).isEqualTo(data(event));
        assertThat(read.id()).isEqualTo(event.getId());
        assertThat(read.type()).isEqualTo(event.getType());
        assertThat(read.subject()).isEqualTo(event.getSubject());
    }

    private static byte[] data(CloudEvent event) {
        return event.getData() == null
                ? BytesCloudEventData.wrap(new byte[0]).toBytes()
                : event.getData().toBytes();
    }

    private static byte[] written(CloudEvent event, Encoding encoding, Headers headers) {
        try (var serializer = new CloudEventSerializer()) {
            serializer.configure(
                    encoding == Encoding.BINARY
                            ? Map.of(CloudEventSerializer.ENCODING_CONFIG, encoding)
                            : Map.of(
                                    CloudEventSerializer.ENCODING_CONFIG,
                                    encoding,
                                    CloudEventSerializer.EVENT_FORMAT_CONFIG,
                                    JSON_EVENT),
                    false);
            return serializer.serialize("events", headers, event);
        }
    }

    private ParseResult read(EventSchema schema, Headers headers, byte[] value) {
        return events.read(Input.of("shop", schema), ARRIVAL, headers, value);
    }

    private static Event valid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Valid.class);
        return ((ParseResult.Valid) reading).only();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
