package io.tidings.chaos.archive;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time as histories write them: microseconds of the epoch. */
final class HistoryTimes {
    private static final long MICROS = 1_000_000;

    private HistoryTimes() {}

    static long text(Instant moment) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, moment);
    }

    static Instant read(String text) {
        long micros = Long.parseLong(text);
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }
}
