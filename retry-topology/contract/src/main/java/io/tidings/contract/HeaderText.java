package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

public final class HeaderText {
    private HeaderText() {}

    /** Returns null if the header is missing or has no value. */
    public static @Nullable String of(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
    }

    /** Returns an empty text if the header is missing or has no value. */
    public static String orEmpty(Headers headers, String name) {
        var text = of(headers, name);
        return text == null ? "" : text;
    }

    public static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    public static void set(Headers headers, String name, String value) {
        headers.remove(name).add(header(name, value));
    }
}
