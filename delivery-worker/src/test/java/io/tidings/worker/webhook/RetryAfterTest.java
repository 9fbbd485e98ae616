package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-RETRY-3: {@code Retry-After} is seconds or a date, and nothing else. */
class RetryAfterTest {
    @ParameterizedTest(name = "\"{0}\" is {1}")
    @CsvSource({"0, PT0S", "1, PT1S", "120, PT2M", "007, PT7S", "999999999, PT999999999S"})
    void secondsAreUnderstood(String value, Duration wait) {
        assertThat(RetryAfter.of(value, NOON)).isEqualTo(wait);
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(
            strings = {
                "Sat, 21 Nov 2026 12:00:30 GMT",
                "sat, 21 nov 2026 12:00:30 gmt",
                "Saturday, 21-Nov-26 12:00:30 GMT",
                "Sat Nov 21 12:00:30 2026"
            })
    void aDateIsUnderstood(String date) {
        assertThat(RetryAfter.of(date, NOON)).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest(name = "\"{0}\" is {1}")
    @CsvSource({
        "'Sun, 06 Dec 2026 12:00:00 GMT', P15D",
        "Sun Dec  6 12:00:00 2026, P15D",
        "Sun Dec 6 12:00:00 2026, P15D",
        "'Sat, 21 Nov 2026 12:00:00 GMT', PT0S"
    })
    void aDateIsAsFarAsItIs(String date, Duration wait) {
        assertThat(RetryAfter.of(date, NOON)).isEqualTo(wait);
    }

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(
            strings = {
                "",
                "-1",
                "+5",
                "1.5",
                "10 s",
                "1,2",
                "soon",
                "9999999999",
                "99999999999999999999",
                "١٢",
                "0x10",
                "Sat, 21 Nov 2026 11:59:59 GMT",
                "Saturday, 21-Nov-99 12:00:30 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Fri, 31 Dec 9999 23:59:59 GMT",
                "Thu, 01 Jan 1970 00:00:00 GMT",
                "Sat, 21 Nov 2026",
                "Sat, 31 Feb 2027 12:00:00 GMT",
                "Sun, 21 Nov 2026 12:00:30 GMT",
                "2026-11-21T12:00:30Z"
            })
    void pastAbsurdAndInvalidValuesAreIgnored(String value) {
        assertThat(RetryAfter.of(value, NOON)).isNull();
    }

    @Test
    void theHeaderOfAResponseIsRead() {
        var answer = new BasicHttpResponse(503);
        assertThat(RetryAfter.of(answer, NOON)).isNull();
        answer.setHeader("retry-after", " 17 ");
        assertThat(RetryAfter.of(answer, NOON)).isEqualTo(Duration.ofSeconds(17));
        answer.setHeader("retry-after", null);
        assertThat(RetryAfter.of(answer, NOON)).isNull();
        answer.setHeader("retry-after", "Sat, 21 Nov 2026 12:00:30 GMT");
        assertThat(RetryAfter.of(answer, NOON)).isEqualTo(Duration.ofSeconds(30));
    }
}
