package io.tidings.cli.session;

import io.tidings.cli.terminal.CommandFailure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A time as people give it: ISO 8601, or how long ago. Pure. */
public final class TimeArgument {
    public static final String FORMS =
            "A TIME is such as 2026-11-21T09:30:00Z, or such as 90m, 4h, 2d for so long ago.";

    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([smhd])");

    private TimeArgument() {}

    /** Returns the time in UTC; null if it was not given. */
    public static @Nullable String utc(@Nullable String text, Instant now) {
        return text == null ? null : of(text, now).toString();
    }

    private static Instant of(String text, Instant now) {
        var ago = AGO.matcher(text);
        if (ago.matches()) {
            long count = Long.parseLong(ago.group(1));
            return now.minus(
                    switch (ago.group(2)) {
                        case "s" -> Duration.ofSeconds(count);
                        case "m" -> Duration.ofMinutes(count);
                        case "h" -> Duration.ofHours(count);
                        default -> Duration.ofDays(count);
                    });
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw CommandFailure.usage("%s is no time. %s".formatted(text, FORMS));
        }
    }
}
