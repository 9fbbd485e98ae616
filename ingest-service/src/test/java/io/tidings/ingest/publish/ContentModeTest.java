package io.tidings.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-1 and B-PUB-2: how a request carries its events (reference §1.2, §2.1). */
class ContentModeTest {
    private static final Map<String, String> BINARY = Map.of(
            "ce-specversion",
            "1.0",
            "ce-id",
            "1",
            "ce-source",
            "/s",
            "ce-type",
            "t",
            "ce-city",
            "K%C3%B6ln",
            "content-type",
            "text/plain");

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "application/json", "text/plain", "Application/JSON; charset=utf-8"})
    void anEventGridTopicIsLenient(String contentType) {
        assertThat(form(EventSchema.EVENT_GRID, Map.of("content-type", contentType)))
                .isEqualTo(new ContentMode.Batch());
        assertThat(form(EventSchema.EVENT_GRID, Map.of())).isEqualTo(new ContentMode.Batch());
    }

    @ParameterizedTest(name = "{0}: \"{1}\"")
    @CsvSource({
        "EVENT_GRID, application/xml",
        "EVENT_GRID, application/cloudevents+json",
        "CUSTOM, application/xml",
        "CLOUD_EVENTS, ''",
        "CLOUD_EVENTS, text/plain",
        "CLOUD_EVENTS, application/cloudevents+avro"
    })
    void anyOtherContentTypeIsUnsupported(EventSchema schema, String contentType) {
        assertThat(problem(schema, Map.of("content-type", contentType))).isEqualTo("415 InvalidContentType");
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(EventSchema.class)
    void anUnsupportedContentTypeIsRefusedWithTheNameOfTheSchema(EventSchema schema) {
        var refused = (ContentMode.Rejected) form(schema, Map.of("content-type", "application/xml"));
        assertThat(refused.error().message()).startsWith("the topic takes " + schema.inputName() + ": send");
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "application/json", "text/plain"})
    void aCustomTopicTakesOneEventOrAnArray(String contentType) {
        assertThat(form(EventSchema.CUSTOM, Map.of("content-type", contentType)))
                .isEqualTo(new ContentMode.OneOrMany());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"application/cloudevents+json; charset=utf-8", "application/json"})
    void oneStructuredCloudEvent(String contentType) {
        assertThat(form(EventSchema.CLOUD_EVENTS, Map.of("content-type", contentType)))
                .isEqualTo(new ContentMode.Structured());
    }

    @Test
    void aBatchOfCloudEvents() {
        assertThat(form(EventSchema.CLOUD_EVENTS, Map.of("content-type", "application/cloudevents-batch+json")))
                .isEqualTo(new ContentMode.Batch());
    }

    @Test
    void headersWithAttributesMakeTheBodyData() {
        assertThat(form(EventSchema.CLOUD_EVENTS, BINARY))
                .isEqualTo(new ContentMode.Binary(
                        Map.of("specversion", "1.0", "id", "1", "source", "/s", "type", "t", "city", "Köln"),
                        "text/plain"));
    }

    @ParameterizedTest(name = "without {0}")
    @ValueSource(strings = {"ce-specversion", "ce-id", "ce-source", "ce-type"})
    void aMissingAttributeIsNamed(String name) {
        var headers = new HashMap<>(BINARY);
        headers.remove(name);
        assertThat(problem(EventSchema.CLOUD_EVENTS, headers)).isEqualTo("400 InvalidCloudEventHeader");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"content-type, application/cloudevents+json", "ce-data, {}", "ce-datacontenttype, x", "ce-city, %C3"})
    void headersThatContradictAreRefused(String name, String value) {
        var headers = new HashMap<>(BINARY);
        headers.put(name, value);
        assertThat(problem(EventSchema.CLOUD_EVENTS, headers)).isEqualTo("400 InvalidCloudEventHeader");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "plain, plain",
        "K%C3%B6ln, Köln",
        "%E2%82%ac, €",
        "100%, 100%",
        "%4, %4",
        "%zz, %zz",
        "%2525, %25",
        "'\"a \\\"b\\\" %20c\"', 'a \"b\"  c'",
        "Köln%20, 'Köln '",
        "'\"', '\"'"
    })
    void valuesAreUnquotedAndDecodedOnce(String value, String decoded) {
        assertThat(CloudEventHeaders.decoded(value)).contains(decoded);
    }

    private static String problem(EventSchema schema, Map<String, String> headers) {
        var error = ((ContentMode.Rejected) form(schema, headers)).error();
        return error.status() + " " + error.details().getFirst().code();
    }

    private static ContentMode form(EventSchema schema, Map<String, String> headers) {
        return ContentMode.of(
                schema, new Request("POST", "/", "", "h", true, "127.0.0.1", headers, Body.TooLarge::new));
    }
}
