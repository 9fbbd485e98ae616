package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.TopicIds;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * B-PUB-1: the scenarios of the CloudEvents HTTP protocol binding, from the request to the event that is delivered. Those
 * of the Kafka binding are in {@code CloudEventsSdkTest}.
 */
class BindingScenariosTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> ATTRIBUTES = Map.of(
            "ce-specversion", "1.0",
            "ce-type", "com.example.someevent",
            "ce-time", "2018-04-05T03:56:24Z",
            "ce-id", "4321-4321-4321-a",
            "ce-source", "/mycontext/subcontext",
            "ce-subject", "sub");

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void binaryModeWithJsonDataBecomesAMemberOfTheEvent() throws IOException {
        var event = one(headers("application/json"), "{\"message\": \"Hello World!\"}");
        assertAttributes(event);
        assertThat(event.path("datacontenttype").textValue()).isEqualTo("application/json");
        assertThat(event.at("/data/message").textValue()).isEqualTo("Hello World!");
    }

    @Test
    void binaryModeWithXmlDataStaysText() throws IOException {
        var event = one(headers("text/xml"), "<message>Hello World!</message>");
        assertAttributes(event);
        assertThat(event.path("datacontenttype").textValue()).isEqualTo("text/xml");
        assertThat(event.path("data").textValue()).isEqualTo("<message>Hello World!</message>");
    }

    @Test
    void binaryModeWithoutABodyHasNoData() throws IOException {
        var headers = new HashMap<>(ATTRIBUTES);
        var event = one(headers, "");
        assertAttributes(event);
        assertThat(event.has("data")).isFalse();
    }

    @Test
    void structuredModeWithJsonDataPassesThrough() throws IOException {
        var event = one(Map.of("content-type", "application/cloudevents+json; charset=utf-8"), structured("""
            "datacontenttype":"application/json","data":{"message":"Hello World!"}\
            """));
        assertAttributes(event);
        assertThat(event.at("/data/message").textValue()).isEqualTo("Hello World!");
    }

    @Test
    void structuredModeWithXmlDataPassesThrough() throws IOException {
        var event = one(Map.of("content-type", "application/cloudevents+json"), structured("""
            "datacontenttype":"text/xml","data":"<message>Hello World!</message>\"\
            """));
        assertAttributes(event);
        assertThat(event.path("data").textValue()).isEqualTo("<message>Hello World!</message>");
    }

    @Test
    void aBatchIsAsManyEventsAsItHolds() throws IOException {
        var event = structured("\"data\":1");
        var events =
                read(Map.of("content-type", "application/cloudevents-batch+json"), "[" + event + "," + event + "]");
        assertThat(events).hasSize(2).allSatisfy(BindingScenariosTest::assertAttributes);
    }

    private static String structured(String data) {
        return """
            {"specversion":"1.0","type":"com.example.someevent","time":"2018-04-05T03:56:24Z",\
            "id":"4321-4321-4321-a","source":"/mycontext/subcontext","subject":"sub",%s}\
            """.formatted(data);
    }

    private static Map<String, String> headers(String contentType) {
        var headers = new HashMap<>(ATTRIBUTES);
        headers.put("content-type", contentType);
        return headers;
    }

    private static void assertAttributes(JsonNode event) {
        ATTRIBUTES.forEach((name, value) ->
                assertThat(event.path(name.substring(3)).textValue()).as(name).isEqualTo(value));
    }

    private JsonNode one(Map<String, String> headers, String body) throws IOException {
        return read(headers, body).getFirst();
    }

    private List<JsonNode> read(Map<String, String> headers, String body) throws IOException {
        var form = ContentMode.of(
                EventSchema.CLOUD_EVENTS,
                new Request("POST", "/", "", "h", true, "127.0.0.1", headers, Body.TooLarge::new));
        var bytes = body.getBytes(UTF_8);
        var reading = switch (form) {
            case ContentMode.Binary(var attributes, var contentType) ->
                reader.binaryCloudEvent(Input.of("shop", EventSchema.CLOUD_EVENTS), attributes, contentType, bytes);
            case ContentMode.Structured() -> reader.one(EventSchema.CLOUD_EVENTS, "clouds", bytes);
            case ContentMode.Batch() -> reader.many(EventSchema.CLOUD_EVENTS, "clouds", bytes);
            case ContentMode.OneOrMany() -> throw new AssertionError("for custom events only");
            case ContentMode.Rejected(var error) -> throw new AssertionError(error);
        };
        var delivered = new ArrayList<JsonNode>();
        for (var event : ((ParseResult.Valid) reading).events()) {
            delivered.add(JSON.readTree(event.deliveredAs(EventSchema.CLOUD_EVENTS)));
        }
        return delivered;
    }
}
