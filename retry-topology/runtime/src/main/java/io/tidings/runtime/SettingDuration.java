package io.tidings.runtime;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Durations in settings: a whole number and {@code ms}, {@code s}, {@code m}, {@code h} or {@code d}. */
public final class SettingDuration {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private SettingDuration() {}

    /** @throws IllegalArgumentException if the text has another form */
    public static Duration parse(String text) {
        var match = FORM.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is no duration such as 250ms, 30s, 5m, 4h or 7d");
        }
        long number = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    public static ConfigDef.Validator atLeast(String min) {
        var least = parse(min);
        return validator(
                "a duration from " + min + " on",
                "must be at least " + min,
                duration -> duration.compareTo(least) >= 0);
    }

    public static ConfigDef.Validator between(String min, String max) {
        var least = parse(min);
        var most = parse(max);
        return validator(
                "a duration from " + min + " to " + max,
                "must be from " + min + " to " + max,
                duration -> duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0);
    }

    private static ConfigDef.Validator validator(String range, String rule, Predicate<Duration> accepted) {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    try {
                        if (accepted.test(parse((String) value))) {
                            return;
                        }
                    } catch (IllegalArgumentException e) {
                        throw new ConfigException(name, value, "must be a duration such as 250ms, 30s, 5m, 4h or 7d");
                    }
                    throw new ConfigException(name, value, rule);
                },
                () -> range);
    }
}
