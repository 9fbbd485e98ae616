package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5: the forms in which generators write an expiry (reference §1.6). */
class SasExpiryTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "Java SDK, 1/2/2030 3:4:5 AM",
        "JS SDK, 1/2/2030 3:04:05 AM",
        ".NET, 01/02/2030 03:04:05 am",
        ".NET with ICU, 1/2/2030 3:04:05\u202fAM",
        "no-break space, 1/2/2030 3:04:05\u00a0AM",
        ".NET invariant, 01/02/2030 03:04:05",
        "Python, 2030-01-02T03:04:05.000000",
        "Python with a space, 2030-01-02 03:04:05",
        "ISO UTC, 2030-01-02T03:04:05Z",
        "ISO with offset, 2030-01-02T05:04:05+02:00"
    })
    void everyGeneratorMeansTheSameInstant(String generator, String text) {
        assertThat(SasExpiry.parse(text)).contains(Instant.parse("2030-01-02T03:04:05Z"));
    }

    @ParameterizedTest(name = "{0} is the afternoon")
    @ValueSource(strings = {"1/2/2030 3:4:5 PM", "1/2/2030 15:04:05", "2030-01-02T15:04:05"})
    void theAfternoonIsTwelveHoursLater(String text) {
        assertThat(SasExpiry.parse(text)).contains(Instant.parse("2030-01-02T15:04:05Z"));
    }

    @ParameterizedTest(name = "\"{0}\" is no time")
    @ValueSource(strings = {"", "tomorrow", "1/2/2030", "13/2/2030 3:4:5 AM", "2030-01-02", "1893553445"})
    void anInvalidTimeIsRefused(String text) {
        assertThat(SasExpiry.parse(text)).isEmpty();
    }
}
