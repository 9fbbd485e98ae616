package io.tidings.worker.endpoint;

import java.util.Locale;
import java.util.Set;

/** Which names and values may stand in a request's head without breaking it (B-DEL-5). */
final class HeaderText {
    private static final int MAX_BYTES = 4096;
    private static final String MARKS = "!#$%&'*+-.^_`|~";
    /** What says how the request itself is to be read; a second opinion would break it. */
    private static final Set<String> RESERVED = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "origin",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "webhook-request-origin");

    private HeaderText() {}

    /** Whether a subscription may give a header this name. */
    static boolean ofSubscription(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return !name.isEmpty()
                && name.chars().allMatch(HeaderText::ofName)
                && !lower.startsWith("aeg-")
                && !RESERVED.contains(lower);
    }

    private static boolean ofName(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || MARKS.indexOf(c) >= 0;
    }

    /** Whether it is printable ASCII and not too long. */
    static boolean legal(String value) {
        return value.length() <= MAX_BYTES && value.chars().allMatch(each -> each >= ' ' && each <= '~');
    }
}
