package io.tidings.worker.telemetry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.StatsLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The counts of a minute: what is in them, and when they end. */
class MinuteStatsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final CountedSubscription BILLING =
            new CountedSubscription(new SubscriptionKey("orders", "billing"), "u1");
    private static final CountedSubscription AUDIT =
            new CountedSubscription(new SubscriptionKey("orders", "audit"), "u2");

    private final List<StatsLine> lines = new ArrayList<>();
    private final MinuteStats stats = new MinuteStats(lines::addAll);

    @Test
    void aMinuteEndsWithTheFirstAttemptOfALaterOne() {
        stats.attempted(BILLING, null, ofMillis(4), NOON, NOON);
        stats.attempted(BILLING, null, ofMillis(4), NOON, NOON.plusSeconds(59));
        stats.attempted(BILLING, LastOutcome.BUSY, ofMillis(9), NOON, NOON.plusMillis(59_999));
        assertThat(lines).isEmpty();
        stats.attempted(BILLING, null, ofMillis(4), NOON, NOON.plusSeconds(60));
        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.minute()).isEqualTo(NOON);
            assertThat(line.delivered()).isEqualTo(2);
            assertThat(line.failed()).isOne();
            assertThat(line.outcomes()).containsExactly(Map.entry("Busy", 1L));
            assertThat(line.latencies()).containsExactly(Map.entry(ofMillis(4), 2L), Map.entry(ofMillis(9), 1L));
        });
    }

    @Test
    void aMinuteEndsWithTimeIfNothingElseHappens() {
        stats.attempted(BILLING, null, ofMillis(4), NOON, NOON.plusSeconds(10));
        stats.passed(NOON.plusSeconds(59));
        assertThat(lines).isEmpty();
        stats.passed(NOON.plusSeconds(70));
        assertThat(lines).hasSize(1);
        stats.passed(NOON.plusSeconds(200));
        assertThat(lines).hasSize(1);
    }

    @Test
    void onlySubscriptionsThatWereActiveInTheMinuteHaveALine() {
        stats.attempted(BILLING, null, ofMillis(4), NOON, NOON);
        stats.attempted(AUDIT, null, ofMillis(4), NOON, NOON.plusSeconds(60));
        stats.end();
        assertThat(lines)
                .extracting(StatsLine::uid, StatsLine::minute, StatsLine::delivered)
                .containsExactly(tuple("u1", NOON, 1L), tuple("u2", NOON.plusSeconds(60), 1L));
    }

    @Test
    void theAgeOfADeliveredEventIsCountedAlsoIfItHasWaitedForDays() {
        stats.attempted(BILLING, null, ofMillis(4), NOON.minusMillis(11), NOON);
        stats.attempted(BILLING, LastOutcome.TIMED_OUT, ofMillis(4), NOON.minus(Duration.ofDays(9)), NOON);
        stats.attempted(BILLING, null, ofMillis(4), NOON.minus(Duration.ofDays(2)), NOON);
        stats.end();
        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.quantileOfAges(0.5)).contains(ofMillis(11));
            assertThat(line.oldest()).isEqualTo(Duration.ofDays(9));
            assertThat(line.quantileOfAges(1).orElseThrow()).isBetween(Duration.ofDays(2), Duration.ofHours(54));
        });
    }

    @Test
    void aLateSuccessIsADeliveryAndNoAttempt() {
        stats.attempted(BILLING, LastOutcome.BUSY, Duration.ofSeconds(30), NOON, NOON);
        stats.deliveredLate(BILLING, NOON, NOON.plusSeconds(20));
        stats.end();
        assertThat(lines).singleElement().satisfies(line -> {
            assertThat(line.delivered()).isOne();
            assertThat(line.failed()).isOne();
            assertThat(line.latencies().values()).containsExactly(1L);
        });
    }

    @Test
    void nothingHasNoLines() {
        stats.passed(NOON);
        stats.end();
        assertThat(lines).isEmpty();
    }
}
