package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header times are read as the JDK reads them, from 1970 to 2199. */
class HeaderTimeTest {
    private static final long END = Instant.parse("2200-01-01T00:00:00Z").getEpochSecond();

    @Test
    void whatAnInstantWritesIsReadAsThatInstant() {
        var random = new Random(17);
        int[] units = {1, 1_000, 1_000_000, 1_000_000_000};
        for (int i = 0; i < 20_000; i++) {
            int unit = units[i % units.length];
            var time = Instant.ofEpochSecond(random.nextLong(END), random.nextInt(1_000_000_000) / unit * (long) unit);
            assertThat(HeaderTime.parse(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00Z",
                "2199-12-31T23:59:59.999999999Z",
                "2024-02-29T12:00:00Z",
                "2026-11-21T09:30:00.1Z",
                "2026-11-21T09:30:00.12345Z",
                "2026-11-21T09:30:00+01:00",
                "2026-01-01T00:00:00.Z",
                "2026-12-31T23:59:60Z",
                "2026-11-21T24:00:00Z",
                "2026-11-21t09:30:00z"
            })
    void everyFormIsReadAsTheJdkReadsIt(String text) {
        assertThat(HeaderTime.parse(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-10T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-01-01T25:00:00Z",
                "2026-01-01T00:60:00Z",
                "2026-01-01T00:00:61Z",
                "2026-11-21T09:30Z",
                "2026-01-01T00:00:00.1234567890Z",
                "2026-01-01T00:00:00,5Z",
                "2026-01-01 00:00:00Z",
                "2026-01-01T00:00:0/Z",
                "2026-01-01T00:00:00",
                "+2026-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "2200-01-01T00:00:00Z",
                "-2026-01-01T00:00:00Z"
            })
    void whatIsNoTimeOfARecordIsRefused(String text) {
        assertThatThrownBy(() -> HeaderTime.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
