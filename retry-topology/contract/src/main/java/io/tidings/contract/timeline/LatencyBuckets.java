package io.tidings.contract.timeline;

import java.time.Duration;

/**
 * The fixed buckets in which latencies are counted, so that counts of several workers and minutes can be added: exact
 * up to 15 ms, then eight to each power of two. The last one has everything above: four minutes for attempts, twelve days
 * for ages of events.
 */
public final class LatencyBuckets {
    public static final int COUNT = 128;

    /** The number of buckets for the ages of events, which may have waited for days. */
    public static final int COUNT_OF_AGES = 224;

    private static final int EXACT = 16;
    private static final int EXACT_BITS = 4;
    private static final int PER_POWER_BITS = 3;
    private static final int PER_POWER = 1 << PER_POWER_BITS;

    private LatencyBuckets() {}

    public static int of(Duration latency) {
        return of(latency, COUNT);
    }

    public static int ofAge(Duration age) {
        return of(age, COUNT_OF_AGES);
    }

    private static int of(Duration latency, int count) {
        long millis = Math.max(0, latency.toMillis());
        if (millis < EXACT) {
            return (int) millis;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(millis);
        int part = (int) (millis >>> (power - PER_POWER_BITS)) & (PER_POWER - 1);
        return Math.min(EXACT + (power - EXACT_BITS) * PER_POWER + part, count - 1);
    }

    /** Returns the longest latency of a bucket, in whole milliseconds. */
    public static Duration longest(int bucket) {
        if (bucket < EXACT) {
            return Duration.ofMillis(bucket);
        }
        int power = EXACT_BITS + (bucket - EXACT) / PER_POWER;
        int part = (bucket - EXACT) % PER_POWER;
        long end = PER_POWER + part + 1L;
        return Duration.ofMillis((end << (power - PER_POWER_BITS)) - 1);
    }
}
