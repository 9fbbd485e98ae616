package io.tidings.worker.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/**
 * How much one lane of a paused subscription holds in the retry topics, by the age of the events (B-PAUSE). Pure.
 *
 * <p>Every held delivery is read again within half an hour, unless it has longer to wait anyway. It counts until then, so
 * the numbers need nothing to be written, and a new owner of the lane has them again by that time.
 */
final class HeldVolume {
    private static final long SLICE = Duration.ofSeconds(10).toSeconds();
    private static final long AGE = Duration.ofHours(1).toSeconds();

    /** Bytes by the time when they are read again, and by the hour in which the events were published. */
    private final TreeMap<Long, TreeMap<Long, Long>> returns = new TreeMap<>();

    private final TreeMap<Long, Long> byHour = new TreeMap<>();
    private long bytes;

    /** @param back when the delivery is read again */
    void put(Instant published, int size, Instant back) {
        long hour = hour(published);
        returns.computeIfAbsent(slice(back), _ -> new TreeMap<>()).merge(hour, (long) size, Long::sum);
        byHour.merge(hour, (long) size, Long::sum);
        bytes += size;
    }

    /** Forgets what has been read again by now. */
    void passed(Instant now) {
        long slice = slice(now);
        while (!returns.isEmpty() && returns.firstKey() <= slice) {
            returns.pollFirstEntry().getValue().forEach((hour, size) -> {
                bytes -= size;
                byHour.computeIfPresent(hour, (_, sum) -> sum.equals(size) ? null : sum - size);
            });
        }
    }

    long bytes() {
        return bytes;
    }

    /** Returns whether a delivery is among the oldest, without which the others do not exceed a limit. */
    boolean exceeds(Instant published, int size, long limit) {
        long excess = bytes + size - limit;
        if (excess <= 0) {
            return false;
        }
        long older = 0;
        for (long each : byHour.headMap(hour(published)).values()) {
            older += each;
        }
        return older < excess;
    }

    private static long slice(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), SLICE);
    }

    private static long hour(Instant published) {
        return Math.floorDiv(published.getEpochSecond(), AGE);
    }
}
