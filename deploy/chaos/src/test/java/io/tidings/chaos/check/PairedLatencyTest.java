package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deliveries that a hostile tenant makes late are found. */
class PairedLatencyTest {
    private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
    private static final Duration HALF = Duration.ofSeconds(10);

    @Test
    void theMedianOfThePairsDecides() {
        assertThat(latencies(100, 110, 900, 120, 130)).contains("120 ms, 100 ms without it: × 1.20, the median of 5");
        assertThat(latencies(100, 110, 900)).contains("× 1.10", "within");
        assertThat(latencies(160, 170, 110)).contains("× 1.60", "beyond");
    }

    @Test
    void someMillisecondsMoreAreWithinTheLimit() {
        var latency = new PairedLatency(List.of(NOON), HALF);
        latency.add(NOON.minus(HALF), NOON.minus(HALF).plusMillis(2));
        latency.add(NOON, NOON.plusMillis(11));
        assertThat(latency.text()).contains("within");
    }

    @Test
    void otherTimesDoNotCount() {
        var latency = new PairedLatency(List.of(NOON), HALF);
        latency.add(NOON.minus(HALF).minusMillis(1), NOON);
        latency.add(NOON.plus(HALF), NOON.plusSeconds(90));
        assertThat(latency.text()).isEqualTo("nothing to compare");
    }

    /** Each after a time with 100 ms. */
    private static String latencies(int... millis) {
        var attacks = IntStream.range(0, millis.length)
                .mapToObj(each -> NOON.plusSeconds(60L * each))
                .toList();
        var latency = new PairedLatency(attacks, HALF);
        for (int i = 0; i < millis.length; i++) {
            var before = attacks.get(i).minusSeconds(1);
            latency.add(before, before.plusMillis(100));
            latency.add(attacks.get(i), attacks.get(i).plusMillis(millis[i]));
        }
        return latency.text();
    }
}
