package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.event.ParseResult.Invalid;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads the event of one Kafka record (B-PUB-3): CloudEvents Kafka binding, binary or structured, or plain JSON.
 * Thread-safe and pure.
 */
public record KafkaEvents(EventReader reader) {
    private static final String ATTRIBUTE = "ce_";
    private static final String STRUCTURED = "application/cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json";

    /**
     * @param topic the Event Grid topic that the record belongs to; its rules for data are not applied to events that came
     *     over HTTP, because they were applied when these were accepted
     */
    public ParseResult read(Input topic, RecordOrigin origin, Headers headers, byte @Nullable [] value) {
        var format = headers.lastHeader(HeaderNames.FORMAT);
        if (format != null && !HeaderNames.FORMAT_1.equals(text(format))) {
            return new Invalid(
                    RejectionReason.UNKNOWN_FORMAT,
                    "header " + HeaderNames.FORMAT + " is \"" + text(format) + "\", this release reads \""
                            + HeaderNames.FORMAT_1 + "\"");
        }
        var input = headers.lastHeader(HeaderNames.SUBSCRIPTIONS_OFFSET) == null ? topic : topic.ofAccepted();
        var contentType = HeaderText.of(headers, HeaderNames.CONTENT_TYPE);
        var mediaType = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        if (mediaType.startsWith(BATCH)) {
            return wrongSchema("a record holds one event; " + BATCH + " is for HTTP");
        }
        boolean structured = mediaType.startsWith(STRUCTURED);
        boolean binary = !structured && headers.lastHeader(ATTRIBUTE + "specversion") != null;
        if ((structured || binary) && input.schema() != EventSchema.CLOUD_EVENTS) {
            return wrongSchema("a CloudEvent on topic " + input.topic() + ", which takes "
                    + input.schema().inputName());
        }
        if (binary) {
            return binary(input, headers, contentType, value == null ? new byte[0] : value);
        }
        return value == null
                ? new Invalid(RejectionReason.INVALID_JSON, "the record has no value")
                : reader.one(input, value, origin);
    }

    private ParseResult binary(Input input, Headers headers, @Nullable String contentType, byte[] data) {
        var attributes = new LinkedHashMap<String, String>();
        for (var header : headers) {
            boolean attribute = header.key().startsWith(ATTRIBUTE);
            if ((attribute || header.key().equals(HeaderNames.CONTENT_TYPE)) && !isUtf8(header)) {
                return new Invalid(RejectionReason.INVALID_EVENT, "header " + header.key() + " is no UTF-8");
            }
            if (attribute && header.value() != null) {
                attributes.put(header.key().substring(ATTRIBUTE.length()), text(header));
            }
        }
        var declared = attributes.remove("datacontenttype");
        return reader.binaryCloudEvent(input, attributes, contentType == null ? declared : contentType, data);
    }

    private static Invalid wrongSchema(String sentence) {
        return new Invalid(RejectionReason.WRONG_SCHEMA, sentence);
    }

    /** Returns whether decoding loses nothing; otherwise endpoints would get other characters than were sent. */
    private static boolean isUtf8(Header header) {
        return header.value() == null || Arrays.equals(text(header).getBytes(UTF_8), header.value());
    }

    private static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), UTF_8);
    }
}
