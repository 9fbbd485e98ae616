package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-4: how many events, and how large ones, one publication may hold. */
class PublishedArrayTest {
    private static final String EVENT = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}";

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @Test
    void anArrayHoldsUpToFiveThousandEvents() {
        assertThat(many((EVENT + ",").repeat(EventLimits.MAX_EVENTS - 1) + EVENT))
                .isInstanceOfSatisfying(
                        ParseResult.Valid.class,
                        valid -> assertThat(valid.events()).hasSize(EventLimits.MAX_EVENTS));
        assertThat(many((EVENT + ",").repeat(EventLimits.MAX_EVENTS) + EVENT))
                .isEqualTo(new ParseResult.Invalid(RejectionReason.TOO_LARGE, "more than 5000 events in one request"));
    }

    @ParameterizedTest(name = "[{0}]: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        ''    | the array holds no event
        1     | invalid JSON: element 0 is not an object (at byte 2)
        {"a"  | invalid JSON (at byte 5)
        """)
    void aRequestWithoutEventsIsRefused(String content, String sentence) {
        assertThat(many(content)).isEqualTo(new ParseResult.Invalid(RejectionReason.INVALID_JSON, sentence));
    }

    @Test
    void theSizeIsThatOfOneEventWithoutTheBytesBeforeIt() {
        var large = EVENT.replace("}", ",\"data\":\"" + "t".repeat(700_000) + "\"}");
        assertThat(many(large + "," + large)).isInstanceOf(ParseResult.Valid.class);
    }

    @Test
    void dataInBinaryModeMayBeAsLargeAsAnEvent() {
        var attributes = Map.of("specversion", "1.0", "id", "1", "source", "/s", "type", "t");
        assertThat(reader.binaryCloudEvent(
                        Input.of("shop", EventSchema.CLOUD_EVENTS),
                        attributes,
                        "text/plain",
                        text(EventLimits.MAX_EVENT_BYTES)))
                .isInstanceOf(ParseResult.Valid.class);
        assertThat(reader.binaryCloudEvent(
                        Input.of("shop", EventSchema.CLOUD_EVENTS),
                        attributes,
                        "text/plain",
                        text(EventLimits.MAX_EVENT_BYTES + 1)))
                .isEqualTo(new ParseResult.Invalid(
                        RejectionReason.TOO_LARGE, "the event has 1048577 bytes, the limit is 1048576"));
    }

    private ParseResult many(String content) {
        return reader.many(EventSchema.CLOUD_EVENTS, "orders", ("[" + content + "]").getBytes(UTF_8));
    }

    private static byte[] text(int length) {
        return "x".repeat(length).getBytes(UTF_8);
    }
}
