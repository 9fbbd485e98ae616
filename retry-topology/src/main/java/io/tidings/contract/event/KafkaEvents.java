package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.Reading.Invalid;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads the event of one Kafka record (B-PUB-3): CloudEvents Kafka binding, binary or structured, or plain JSON.
 *
 * <p>Thread-safe and pure.
 */
public record KafkaEvents(EventReader reader) {
    private static final String ATTRIBUTE = "ce_";
    private static final String STRUCTURED = "application/cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json";

    /**
     * @param topic the Event Grid topic the record belongs to
     * @param schema the input schema of that topic
     */
    public Reading read(String topic, EventSchema schema, Headers headers, byte @Nullable [] value) {
        var format = headers.lastHeader(HeaderNames.FORMAT);
        if (format != null && !HeaderNames.FORMAT_1.equals(text(format))) {
            return new Invalid(
                    RejectionReason.UNKNOWN_FORMAT,
                    "header " + HeaderNames.FORMAT + " is \"" + text(format) + "\", this release reads \""
                            + HeaderNames.FORMAT_1 + "\"");
        }
        var contentType = textOf(headers, HeaderNames.CONTENT_TYPE);
        var mediaType = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        if (mediaType.startsWith(BATCH)) {
            return wrongSchema("a record holds one event; " + BATCH + " is for HTTP");
        }
        boolean structured = mediaType.startsWith(STRUCTURED);
        boolean binary = !structured && headers.lastHeader(ATTRIBUTE + "specversion") != null;
        if ((structured || binary) && schema != EventSchema.CLOUD_EVENTS) {
            return wrongSchema("a CloudEvent on topic " + topic + ", which takes " + schema.inputName());
        }
        if (binary) {
            return binary(headers, contentType, value == null ? new byte[0] : value);
        }
        return value == null
                ? new Invalid(RejectionReason.INVALID_JSON, "the record has no value")
                : reader.one(schema, topic, value);
    }

    private Reading binary(Headers headers, @Nullable String contentType, byte[] data) {
        var attributes = new LinkedHashMap<String, String>();
        for (var header : headers) {
            if (header.key().startsWith(ATTRIBUTE) && header.value() != null) {
                attributes.put(header.key().substring(ATTRIBUTE.length()), text(header));
            }
        }
        var declared = attributes.remove("datacontenttype");
        return reader.binaryCloudEvent(attributes, contentType == null ? declared : contentType, data);
    }

    private static Invalid wrongSchema(String sentence) {
        return new Invalid(RejectionReason.WRONG_SCHEMA, sentence);
    }

    private static @Nullable String textOf(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : text(header);
    }

    private static String text(Header header) {
        return header.value() == null ? "" : new String(header.value(), UTF_8);
    }
}
