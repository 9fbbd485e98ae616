package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The value of a record header as text. */
public final class HeaderText {
    private HeaderText() {}

    /** Null when there is no such header, or one without a value. */
    public static @Nullable String of(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
    }
}
