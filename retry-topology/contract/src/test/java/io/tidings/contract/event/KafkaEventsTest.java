package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-3: what the headers and the value of a record make an event, and what is refused. */
class KafkaEventsTest {
    private static final RecordOrigin ARRIVAL =
            new RecordOrigin("tidings.events-0@7", Instant.parse("2026-11-21T12:00:00Z"));

    private final KafkaEvents events = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)));

    @Test
    void aStructuredCloudEventNeedsNoContentType() {
        var event = bytes("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}");
        assertThat(valid(read(EventSchema.CLOUD_EVENTS, new RecordHeaders(), event))
                        .id())
                .isEqualTo("1");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "EVENT_GRID, application/cloudevents+json, WRONG_SCHEMA",
        "EVENT_GRID, Application/CloudEvents+JSON; charset=utf-8, WRONG_SCHEMA",
        "CLOUD_EVENTS, application/cloudevents-batch+json, WRONG_SCHEMA",
        "CUSTOM, application/cloudevents+json, WRONG_SCHEMA",
    })
    void aContentTypeThatIsNotTheTopicsIsRefused(EventSchema schema, String contentType, RejectionReason reason) {
        var headers = new RecordHeaders().add(HeaderNames.CONTENT_TYPE, bytes(contentType));
        assertThat(invalid(read(schema, headers, bytes("{}"))).reason()).isEqualTo(reason);
    }

    @Test
    void aBatchIsForHttpOnly() {
        var headers = new RecordHeaders()
                .add(HeaderNames.CONTENT_TYPE, bytes("application/cloudevents-batch+json; charset=utf-8"));
        assertThat(read(EventSchema.CLOUD_EVENTS, headers, bytes("[]")))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.WRONG_SCHEMA,
                        "a record holds one event; application/cloudevents-batch+json is for HTTP"));
    }

    @Test
    void theContentTypeOfTheRecordGoesBeforeTheAttribute() {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"))
                .add("ce_subject", null)
                .add("ce_datacontenttype", bytes("text/plain"));
        assertThat(new String(
                        valid(read(EventSchema.CLOUD_EVENTS, headers, bytes("1")))
                                .json(),
                        UTF_8))
                .endsWith("\"type\":\"t\",\"datacontenttype\":\"text/plain\",\"data\":\"1\"}");
        headers.add(HeaderNames.CONTENT_TYPE, bytes("application/json"));
        assertThat(new String(
                        valid(read(EventSchema.CLOUD_EVENTS, headers, bytes("1")))
                                .json(),
                        UTF_8))
                .endsWith("\"type\":\"t\",\"datacontenttype\":\"application/json\",\"data\":1}");
    }

    @Test
    void aContentTypeWithoutAValueSaysNothing() {
        var headers = new RecordHeaders().add(HeaderNames.CONTENT_TYPE, null);
        var event = bytes("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}");
        assertThat(valid(read(EventSchema.CLOUD_EVENTS, headers, event)).json()).isSameAs(event);
    }

    @Test
    void aFormatWithoutAValueIsUnknown() {
        var headers = new RecordHeaders().add(HeaderNames.FORMAT, null);
        assertThat(read(EventSchema.EVENT_GRID, headers, bytes("{}")))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.UNKNOWN_FORMAT, "header tidings-format is \"\", this release reads \"1\""));
    }

    @Test
    void anAttributeCannotStandForTheData() {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"))
                .add("ce_data", bytes("x"));
        assertThat(read(EventSchema.CLOUD_EVENTS, headers, bytes("1")))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.INVALID_JSON, "invalid JSON: member \"data\" stands twice"));
    }

    @Test
    void dataWithAByteOrderMarkIsNoJson() {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"));
        assertThat(invalid(read(EventSchema.CLOUD_EVENTS, headers, bytes("\ufeff1")))
                        .reason())
                .isEqualTo(RejectionReason.INVALID_JSON);
    }

    @Test
    void aBinaryCloudEventOnAnEventGridTopicIsRefused() {
        var headers = new RecordHeaders().add("ce_specversion", bytes("1.0"));
        assertThat(invalid(read(EventSchema.EVENT_GRID, headers, bytes("{}"))).reason())
                .isEqualTo(RejectionReason.WRONG_SCHEMA);
    }

    @Test
    void anUnknownFormatIsRefused() {
        var headers = new RecordHeaders().add(HeaderNames.FORMAT, bytes("2"));
        assertThat(invalid(read(EventSchema.EVENT_GRID, headers, bytes("{}"))).reason())
                .isEqualTo(RejectionReason.UNKNOWN_FORMAT);
    }

    @Test
    void aRecordWithoutAValueIsNoEventUnlessItsHeadersAre() {
        assertThat(invalid(read(EventSchema.EVENT_GRID, new RecordHeaders(), null))
                        .reason())
                .isEqualTo(RejectionReason.INVALID_JSON);
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"));
        assertThat(valid(read(EventSchema.CLOUD_EVENTS, headers, null)).id()).isEqualTo("1");
    }

    @Test
    void aBinaryCloudEventThatGrowsTooLargeIsRefused() {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"))
                .add(HeaderNames.CONTENT_TYPE, bytes("text/plain"));
        var controls = new byte[EventLimits.MAX_EVENT_BYTES]; // each takes six bytes in JSON
        assertThat(invalid(read(EventSchema.CLOUD_EVENTS, headers, controls)).reason())
                .isEqualTo(RejectionReason.TOO_LARGE);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(delimiter = '|', textBlock = """
        ce_subject   | c3     | header ce_subject is no UTF-8
        ce_ext       | 66ff   | header ce_ext is no UTF-8
        content-type | ff     | header content-type is no UTF-8
        ce_ext       | 000005 | attribute ext holds control characters, so it is no text; write it as text
        ce_ext       | c285   | attribute ext holds control characters, so it is no text; write it as text
        content-type | 6100   | attribute datacontenttype holds control characters, so it is no text; write it as text
        """)
    void aHeaderThatIsNoTextIsRefusedAndNotGuessedAt(String name, String hex, String sentence) {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("1"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"))
                .add(name, HexFormat.of().parseHex(hex));
        assertThat(read(EventSchema.CLOUD_EVENTS, headers, bytes("1")))
                .isEqualTo(new ParseResult.Invalid(RejectionReason.INVALID_EVENT, sentence));
    }

    @Test
    void aReplacementCharacterThatWasSentIsText() {
        var headers = new RecordHeaders()
                .add("ce_specversion", bytes("1.0"))
                .add("ce_id", bytes("\ufffd"))
                .add("ce_source", bytes("/s"))
                .add("ce_type", bytes("t"))
                .add("ce_gone", null);
        assertThat(valid(read(EventSchema.CLOUD_EVENTS, headers, null)).id()).isEqualTo("\ufffd");
    }

    private ParseResult read(EventSchema schema, Headers headers, byte @Nullable [] value) {
        return events.read(Input.of("shop", schema), ARRIVAL, headers, value);
    }

    private static Event valid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Valid.class);
        return ((ParseResult.Valid) reading).only();
    }

    private static ParseResult.Invalid invalid(ParseResult reading) {
        assertThat(reading).isInstanceOf(ParseResult.Invalid.class);
        return (ParseResult.Invalid) reading;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
