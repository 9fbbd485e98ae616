package io.tidings.worker.endpoint;

import java.time.Duration;
import java.time.Instant;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** How long an endpoint asks to be left alone: the header {@code Retry-After}, in seconds or as a date (B-RETRY-3). */
final class RetryAfter {
    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    /** Null when it is absent, in the past, or nobody understands it. */
    static @Nullable Duration of(HttpResponse response) {
        var header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        return header == null || header.getValue() == null
                ? null
                : of(header.getValue().strip(), Instant.now());
    }

    static @Nullable Duration of(String value, Instant now) {
        if (!value.isEmpty() && value.chars().allMatch(each -> each >= '0' && each <= '9')) {
            return value.length() > MAX_DIGITS ? null : Duration.ofSeconds(Long.parseLong(value));
        }
        var date = DateUtils.parseStandardDate(value);
        return date == null || date.isBefore(now) ? null : Duration.between(now, date);
    }
}
