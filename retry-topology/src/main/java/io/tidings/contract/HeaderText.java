package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** The values of record headers as text. */
public final class HeaderText {
    private HeaderText() {}

    /** Null when there is no such header, or one without a value. */
    public static @Nullable String of(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
    }

    /** Empty when there is no such header, or one without a value. */
    public static String orEmpty(Headers headers, String name) {
        var text = of(headers, name);
        return text == null ? "" : text;
    }

    public static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    /** Replaces all headers of this name. */
    public static void set(Headers headers, String name, String value) {
        headers.remove(name).add(header(name, value));
    }
}
