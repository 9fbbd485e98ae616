package io.tidings.worker.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** The wait that an endpoint asks for with the header {@code Retry-After}, in seconds or as a date (B-RETRY-3). */
final class RetryAfter {
    private static final int MAX_DIGITS = 9;
    /** A year of two digits that seems further away belongs to the last century (RFC 9110). */
    private static final Duration ABSURD = Duration.ofDays(50 * 365L);

    /** The formats of RFC 9110. The library's own list rejects asctime dates, because they name no zone. */
    private static final DateTimeFormatter[] DATES = {
        DateUtils.FORMATTER_RFC1123, DateUtils.FORMATTER_RFC1036, DateUtils.FORMATTER_ASCTIME.withZone(ZoneOffset.UTC)
    };

    private RetryAfter() {}

    /** Returns null if the header is absent, in the past, absurd or not valid. */
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
        var date = DateUtils.parseDate(value.replace("  ", " "), DATES);
        if (date == null || date.isBefore(now)) {
            return null;
        }
        var wait = Duration.between(now, date);
        return wait.compareTo(ABSURD) > 0 ? null : wait;
    }
}
