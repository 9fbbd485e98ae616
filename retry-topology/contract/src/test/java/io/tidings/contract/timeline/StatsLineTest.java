package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of a minute, as docs/topics.md shows them. */
class StatsLineTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void aLineIsReadAsItWasWritten() throws IOException {
        var line = line(10, 1, Map.of(ofMillis(4), 10L, ofMillis(31), 1L));
        assertThat(StatsLine.read(line.json())).isEqualTo(line);
        assertThat(new String(line.json(), UTF_8)).isEqualTo("""
            {"topic":"orders","subscription":"billing","minute":"2026-11-21T12:00:00Z","delivered":10,"failed":1,\
            "uid":"u1","latencies":{"4":10,"31":1}}\
            """);
    }

    @Test
    void outcomesOfFailuresAndAgesOfEventsAreReadAsTheyWereWritten() throws IOException {
        var line = new StatsLine(
                BILLING,
                "u1",
                NOON,
                1,
                3,
                new TreeMap<>(Map.of("Busy", 2L, "TimedOut", 1L)),
                new TreeMap<>(),
                new TreeMap<>(Map.of(Duration.ofMinutes(1), 1L)),
                Duration.ofSeconds(90));
        assertThat(StatsLine.read(line.json())).isEqualTo(line);
        assertThat(new String(line.json(), UTF_8))
                .endsWith(
                        "\"latencies\":{},\"outcomes\":{\"Busy\":2,\"TimedOut\":1},\"ages\":{\"60000\":1},\"oldestMs\":90000}");
        var sum = line.plus(line(1, 0, Map.of())).plus(line);
        assertThat(sum.oldest()).isEqualTo(Duration.ofSeconds(90));
        assertThat(sum.outcomes()).containsExactly(Map.entry("Busy", 4L), Map.entry("TimedOut", 2L));
        assertThat(sum.quantileOfAges(0.99)).contains(Duration.ofMinutes(1));
    }

    /** Names and buckets are a fixed number, so the sum over any number of subscriptions grows in its digits only. */
    @Test
    void theSumOfAllLinesStaysSmall() {
        var names = new TreeMap<String, Long>();
        for (var outcome : LastOutcome.values()) {
            names.put(outcome.wireName(), 1_000_000_000_000L);
        }
        var line = new StatsLine(
                BILLING,
                "u1",
                NOON,
                1,
                1,
                names,
                full(LatencyBuckets.COUNT),
                full(LatencyBuckets.COUNT_OF_AGES),
                Duration.ofDays(7));
        assertThat(line.plus(line).json()).hasSizeLessThan(20_000);
    }

    private static SortedMap<Duration, Long> full(int buckets) {
        var counts = new TreeMap<Duration, Long>();
        for (int bucket = 0; bucket < buckets; bucket++) {
            counts.put(LatencyBuckets.longest(bucket), 1_000_000_000_000L);
        }
        return counts;
    }

    @Test
    void aLineBelongsToTheLongerTimeThatHasItsMinute() {
        var line = new StatsLine(BILLING, "u1", NOON.plusSeconds(17 * 60), 1, 0, new TreeMap<>());
        assertThat(line.in(Duration.ofMinutes(10)).minute()).isEqualTo(NOON.plusSeconds(600));
        assertThat(line.in(Duration.ofHours(1))).isEqualTo(line(1, 0, Map.of()));
        assertThat(line.in(Duration.ofMinutes(1))).isEqualTo(line);
    }

    @Test
    void itsKeyIsOfOneSubscriptionMinuteAndWorker() {
        assertThat(line(1, 0, Map.of()).key("worker-0"))
                .asString(UTF_8)
                .isEqualTo("orders/billing@2026-11-21T12:00:00Z@worker-0@u1");
    }

    @Test
    void linesOfSeveralWorkersAddUp() {
        var sum = line(10, 1, Map.of(ofMillis(4), 10L)).plus(line(3, 2, Map.of(ofMillis(4), 1L, ofMillis(9), 4L)));
        assertThat(sum).isEqualTo(line(13, 3, Map.of(ofMillis(4), 11L, ofMillis(9), 4L)));
    }

    @Test
    void aQuantileIsTheLatencyThatSoManyAttemptsDidNotExceed() {
        var line = line(100, 0, Map.of(ofMillis(4), 50L, ofMillis(9), 49L, ofMillis(30), 1L));
        assertThat(line.quantile(0.5)).contains(ofMillis(4));
        assertThat(line.quantile(0.99)).contains(ofMillis(9));
        assertThat(line.quantile(1)).contains(ofMillis(30));
        assertThat(line(0, 0, Map.of()).quantile(0.5)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 63, 64, 100, 999, 30_000, 180_000, 262_143})
    void aBucketIsAtMostAnEighthWide(long millis) {
        int bucket = LatencyBuckets.of(ofMillis(millis));
        assertThat(LatencyBuckets.longest(bucket).toMillis()).isBetween(millis, millis + millis / 8);
        assertThat(bucket == 0 ? Duration.ZERO.minusMillis(1) : LatencyBuckets.longest(bucket - 1))
                .isLessThan(ofMillis(millis));
    }

    @Test
    void theLastBucketHasEverythingLonger() {
        assertThat(LatencyBuckets.of(Duration.ofDays(3))).isEqualTo(LatencyBuckets.COUNT - 1);
        assertThat(LatencyBuckets.of(ofMillis(262_143))).isEqualTo(LatencyBuckets.COUNT - 1);
        assertThat(LatencyBuckets.of(ofMillis(-1))).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"topic\":\"orders\",\"subscription\":\"billing\",\"minute\":\"noon\"}",
                "{\"topic\":\"orders\",\"subscription\":\"\",\"minute\":\"2026-11-21T12:00:00Z\"}"
            })
    void anotherTextIsNoLine(String text) {
        assertThatIOException().isThrownBy(() -> StatsLine.read(text.getBytes(UTF_8)));
    }

    private static StatsLine line(long delivered, long failed, Map<Duration, Long> latencies) {
        return new StatsLine(BILLING, "u1", NOON, delivered, failed, new TreeMap<>(latencies));
    }
}
