package io.tidings.contract.subscription;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The headers that a subscription may add to its requests (B-DEL-5, reference §4.2). Pure. */
public final class HeaderRules {
    public static final int MAX_VALUE_BYTES = 4096;

    private static final String MARKS_OF_A_NAME = "!#$%&'*+-.^_`|~";

    /** Headers that define how a request is read, or name its sender. */
    private static final Set<String> RESERVED = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "origin",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "tidings-hops",
            "traceparent",
            "tracestate",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "user-agent");

    /** The prefixes of Event Grid's own headers and of the CloudEvents webhook handshake. */
    private static final List<String> RESERVED_STARTS = List.of("aeg-", "webhook-");

    private HeaderRules() {}

    public static Optional<String> brokenByName(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (name.isEmpty() || !name.chars().allMatch(HeaderRules::ofName)) {
            return Optional.of("must be the name of a header: letters, digits and " + MARKS_OF_A_NAME);
        }
        return RESERVED_STARTS.stream().anyMatch(lower::startsWith) || RESERVED.contains(lower)
                ? Optional.of("must not be \"" + name + "\", which is reserved")
                : Optional.empty();
    }

    /** Returns whether a value is printable ASCII and not too long. */
    public static boolean legalValue(String value) {
        return value.length() <= MAX_VALUE_BYTES && value.chars().allMatch(each -> each >= ' ' && each <= '~');
    }

    private static boolean ofName(int c) {
        return (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || MARKS_OF_A_NAME.indexOf(c) >= 0;
    }
}
