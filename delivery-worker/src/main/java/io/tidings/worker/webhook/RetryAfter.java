package io.tidings.worker.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** How long an endpoint asks to be left alone: the header {@code Retry-After}, in seconds or as a date (B-RETRY-3). */
final class RetryAfter {
    private static final int MAX_DIGITS = 9;
    /** A year of two digits that seems to be further away is one of the last century, by RFC 9110. */
    private static final Duration ABSURD = Duration.ofDays(50 * 365L);
    /** Those of RFC 1123, RFC 850 and C's asctime. */
    private static final List<DateTimeFormatter> DATES = List.of(
            dates("EEE, d MMM uuuu HH:mm:ss 'GMT'"),
            dates("EEEE, d-MMM-uu HH:mm:ss 'GMT'"),
            dates("EEE MMM d HH:mm:ss uuuu"));

    private RetryAfter() {}

    /** Null when it is absent, in the past, absurd, or nobody understands it. */
    static @Nullable Duration of(HttpResponse response, Instant now) {
        var header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        return header == null || header.getValue() == null
                ? null
                : of(header.getValue().strip(), now);
    }

    static @Nullable Duration of(String value, Instant now) {
        if (!value.isEmpty() && value.chars().allMatch(each -> each >= '0' && each <= '9')) {
            return value.length() > MAX_DIGITS ? null : Duration.ofSeconds(Long.parseLong(value));
        }
        var date = date(value.replace("  ", " "));
        if (date == null || date.isBefore(now)) {
            return null;
        }
        var wait = Duration.between(now, date);
        return wait.compareTo(ABSURD) > 0 ? null : wait;
    }

    private static @Nullable Instant date(String value) {
        for (var format : DATES) {
            try {
                return Instant.from(format.parse(value));
            } catch (DateTimeException e) {
                // it may have another format
            }
        }
        return null;
    }

    private static DateTimeFormatter dates(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT)
                .withZone(ZoneOffset.UTC);
    }
}
