package io.tidings.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The form and level of log lines. {@code logback.xml} reads these variables before any settings are read. */
final class LogVariables {
    static final String FORMAT = "TIDINGS_LOG_FORMAT";
    static final String LEVEL = "TIDINGS_LOG_LEVEL";

    private static final List<String> FORMATS = List.of("text", "json");
    private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    private LogVariables() {}

    /** @throws InvalidSettings for a value with which {@code logback.xml} would log nothing, or everything */
    static void requireKnown(Map<String, String> environment) {
        var problems = new ArrayList<String>();
        var format = environment.getOrDefault(FORMAT, "");
        if (!format.isEmpty() && !FORMATS.contains(format)) {
            problems.add(FORMAT + ": \"" + format + "\" is no format; set text or json");
        }
        var level = environment.getOrDefault(LEVEL, "");
        if (!level.isEmpty() && !LEVELS.contains(level)) {
            problems.add(LEVEL + ": \"" + level + "\" is no level; set one of " + String.join(", ", LEVELS));
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }
}
