package io.tidings.testbed.sink;

import java.time.Instant;

/** Times in events: microseconds since 1970, by the clock that all processes of a machine share. */
public final class EpochMicros {
    /** The time of an event whose latency is not measured. */
    public static final long NONE = 0;

    private static final long PER_SECOND = 1_000_000;

    private EpochMicros() {}

    public static long now() {
        return of(Instant.now());
    }

    public static long of(Instant time) {
        return time.getEpochSecond() * PER_SECOND + time.getNano() / 1_000;
    }
}
