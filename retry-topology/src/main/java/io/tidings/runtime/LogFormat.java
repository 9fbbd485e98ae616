package io.tidings.runtime;

import java.util.List;
import java.util.Map;

/** How log lines are written; {@code logback.xml} reads it, before there are any settings. */
final class LogFormat {
    static final String VARIABLE = "TIDINGS_LOG_FORMAT";

    private static final List<String> KNOWN = List.of("text", "json");

    private LogFormat() {}

    /** @throws InvalidSettings when it is none that {@code logback.xml} knows, which would log nothing at all */
    static void requireKnown(Map<String, String> environment) {
        var format = environment.get(VARIABLE);
        if (format != null && !format.isEmpty() && !KNOWN.contains(format)) {
            throw new InvalidSettings(List.of(VARIABLE + ": \"" + format + "\" is no format; set text or json"));
        }
    }
}
