package io.tidings.worker.telemetry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.timeline.StatsLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        stats.attempted(BILLING, true, ofMillis(4), NOON);
        stats.attempted(BILLING, true, ofMillis(4), NOON.plusSeconds(59));
        stats.attempted(BILLING, false, ofMillis(9), NOON.plusMillis(59_999));
        assertThat(lines).isEmpty();
        stats.attempted(BILLING, true, ofMillis(4), NOON.plusSeconds(60));
        assertThat(lines).containsExactly(line(BILLING, NOON, 2, 1, Map.of(ofMillis(4), 2L, ofMillis(9), 1L)));
    }

    @Test
    void aMinuteEndsWithTimeIfNothingElseHappens() {
        stats.attempted(BILLING, true, ofMillis(4), NOON.plusSeconds(10));
        stats.passed(NOON.plusSeconds(59));
        assertThat(lines).isEmpty();
        stats.passed(NOON.plusSeconds(70));
        assertThat(lines).hasSize(1);
        stats.passed(NOON.plusSeconds(200));
        assertThat(lines).hasSize(1);
    }

    @Test
    void onlySubscriptionsThatWereActiveInTheMinuteHaveALine() {
        stats.attempted(BILLING, true, ofMillis(4), NOON);
        stats.attempted(AUDIT, true, ofMillis(4), NOON.plusSeconds(60));
        stats.end();
        assertThat(lines)
                .containsExactly(
                        line(BILLING, NOON, 1, 0, Map.of(ofMillis(4), 1L)),
                        line(AUDIT, NOON.plusSeconds(60), 1, 0, Map.of(ofMillis(4), 1L)));
    }

    @Test
    void aLateSuccessIsADeliveryAndNoAttempt() {
        stats.attempted(BILLING, false, Duration.ofSeconds(30), NOON);
        stats.deliveredLate(BILLING, NOON.plusSeconds(20));
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

    private static StatsLine line(
            CountedSubscription key, Instant minute, long delivered, long failed, Map<Duration, Long> latencies) {
        return new StatsLine(key.key(), key.uid(), minute, delivered, failed, new TreeMap<>(latencies));
    }
}
