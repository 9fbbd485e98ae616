package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.json.AnyCase;
import io.tidings.contract.json.KeyValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The fields that Kafka holds beside the value of a source's record. Mappings, filters and delivery attributes name each field by a
 * path: {@code kafka.key}, {@code kafka.timestamp}, {@code kafka.topic}, {@code kafka.partition}, {@code kafka.offset} or
 * {@code kafka.headers.<name>}. Upper and lower case are the same.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RecordFields(
        String topic, int partition, long offset, Instant timestamp, byte @Nullable [] key, Headers headers) {
    static final String ROOT = "kafka";

    private static final String PREFIX = ROOT + ".";
    private static final String HEADER = PREFIX + "headers.";

    /** Returns whether a path may name a field. A member of an event may have the same path. */
    public static boolean named(String path) {
        return AnyCase.of(path).startsWith(PREFIX);
    }

    /** Returns null if the record has no such field. A key or header that is no text is in base64. */
    public @Nullable String text(String path) {
        var name = AnyCase.of(path);
        if (name.startsWith(HEADER)) {
            return header(name.substring(HEADER.length()));
        }
        return switch (name) {
            case PREFIX + "key" -> key == null ? null : text(key);
            case PREFIX + "timestamp" -> timestamp.toString();
            case PREFIX + "topic" -> topic;
            case PREFIX + "partition" -> Integer.toString(partition);
            case PREFIX + "offset" -> Long.toString(offset);
            default -> null;
        };
    }

    /** Returns the value that a filter looks at. Partition and offset are numbers; the others are texts. */
    KeyValue at(EventKey key) {
        var path = String.join(".", key.names());
        var text = text(path);
        if (text == null) {
            return KeyValue.Other.ABSENT;
        }
        return switch (path) {
            case PREFIX + "partition", PREFIX + "offset" -> new KeyValue.Decimal(new BigDecimal(text));
            default -> new KeyValue.Text(AnyCase.of(text));
        };
    }

    /** The last of several headers counts, as for Kafka. */
    private @Nullable String header(String name) {
        byte[] last = null;
        for (var header : headers) {
            if (AnyCase.of(header.key()).equals(name)) {
                last = header.value();
            }
        }
        return last == null ? null : text(last);
    }

    /** Serialized numbers and schema ids contain control characters, so they are no text even where they are UTF-8. */
    private static String text(byte[] bytes) {
        var text = new String(bytes, UTF_8);
        boolean readable = text.chars().noneMatch(RecordFields::binary) && Arrays.equals(text.getBytes(UTF_8), bytes);
        return readable ? text : Base64.getEncoder().encodeToString(bytes);
    }

    private static boolean binary(int character) {
        return Character.isISOControl(character) && character != '\t' && character != '\n' && character != '\r';
    }
}
