package io.tidings.contract.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.table.Pauses.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PAUSE: the pauses of a subscription, by the times when its records were appended. */
class PausesTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final Pauses NOW_AND_BEFORE = new Pauses(List.of(
            new Pause(NOON.minusSeconds(3600), NOON.minusSeconds(1800)), new Pause(NOON.minusSeconds(600), null)));

    @ParameterizedTest(name = "from {0} to {1} seconds: {2}")
    @CsvSource({
        "-7200, -3600, 0",
        "-7200, 0, 2400",
        "-3000, -2400, 600",
        "-3000, -1200, 1200",
        "-1800, -600, 0",
        "-1800, 60, 660",
        "-60, 60, 120",
        "0, 0, 0",
        "60, 0, 0"
    })
    void aTimeIsSpentInPausesAsFarAsItOverlapsThem(long from, long to, long within) {
        assertThat(NOW_AND_BEFORE.within(NOON.plusSeconds(from), NOON.plusSeconds(to)))
                .isEqualTo(Duration.ofSeconds(within));
        assertThat(Pauses.NONE.within(NOON.plusSeconds(from), NOON.plusSeconds(to)))
                .isZero();
    }

    /** A record cannot hold the time of its own append, so the next one does. */
    @Test
    void everyRecordTellsOfThePausesBeforeIt() {
        var paused = Pauses.NONE.next(true, NOON);
        assertThat(paused).isEqualTo("/");
        var open = Pauses.read(paused, true, NOON);
        assertThat(open.list()).containsExactly(new Pause(NOON, null));
        assertThat(open.since()).contains(NOON);
        assertThat(open.holding()).isTrue();

        var kept = open.next(false, NOON.plusSeconds(5));
        assertThat(kept).isEqualTo("2026-11-28T12:00:00Z/");
        assertThat(Pauses.read(kept, true, NOON.plusSeconds(6)))
                .as("changed meanwhile")
                .isEqualTo(open);

        var ended = Pauses.read(kept, false, NOON.plusSeconds(60));
        assertThat(ended.list()).containsExactly(new Pause(NOON, NOON.plusSeconds(60)));
        assertThat(ended.since()).isEmpty();
        assertThat(ended.holding()).isFalse();

        var again = ended.next(true, NOON.plusSeconds(90));
        assertThat(again).isEqualTo("2026-11-28T12:00:00Z/2026-11-28T12:01:00Z,/");
        assertThat(Pauses.read(again, true, NOON.plusSeconds(91)).list())
                .containsExactly(new Pause(NOON, NOON.plusSeconds(60)), new Pause(NOON.plusSeconds(91), null));
    }

    @Test
    void aSubscriptionThatHasNeverHeldAnythingHasNoHeader() {
        assertThat(Pauses.NONE.next(false, NOON)).isNull();
        assertThat(Pauses.read(null, true, NOON)).isEqualTo(Pauses.NONE);
        assertThat(Pauses.read("", true, NOON)).isEqualTo(Pauses.NONE);
    }

    @Test
    void aPauseIsForgottenThirtyDaysAfterItsEnd() {
        var ended = new Pauses(List.of(new Pause(NOON.minusSeconds(60), NOON)));
        var days = Duration.ofDays(30);
        assertThat(ended.next(false, NOON.plus(days))).isNotNull();
        assertThat(ended.next(false, NOON.plus(days).plusNanos(1))).isNull();
        var open = new Pauses(List.of(new Pause(NOON, null)));
        assertThat(open.next(false, NOON.plus(days.multipliedBy(2)))).isEqualTo("2026-11-28T12:00:00Z/");
    }

    @Test
    void theOldestOfMoreThanAHundredAreMergedSoThatNothingExpiresEarlier() {
        var pauses = Pauses.NONE;
        for (int each = 0; each < 150; each++) {
            var from = NOON.plusSeconds(10L * each);
            pauses = Pauses.read(pauses.next(true, from), true, from);
            pauses = Pauses.read(pauses.next(false, from.plusSeconds(1)), false, from.plusSeconds(1));
        }
        assertThat(pauses.list()).hasSize(100);
        assertThat(pauses.list().getFirst()).isEqualTo(new Pause(NOON, NOON.plusSeconds(501)));
        assertThat(pauses.list().getLast()).isEqualTo(new Pause(NOON.plusSeconds(1490), NOON.plusSeconds(1491)));
        assertThat(pauses.within(NOON, NOON.plusSeconds(1500))).isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"noon/", "/noon", "2026-11-28T12:00:00Z", "x", ",", "9999-11-28T12:00:00Z/"})
    void whatCannotBeReadIsNoPause(String header) {
        assertThat(Pauses.read(header, true, NOON).list()).isEmpty();
        assertThat(Pauses.read(header + ",/", true, NOON).since()).contains(NOON);
    }
}
