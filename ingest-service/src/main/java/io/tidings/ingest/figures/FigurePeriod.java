package io.tidings.ingest.figures;

import io.tidings.contract.WireName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A time for which figures are shown, and the parts that it has. */
enum FigurePeriod implements WireName {
    HOUR(60, Duration.ofMinutes(1)),
    DAY(144, Duration.ofMinutes(10)),
    WEEK(168, Duration.ofHours(1));

    private final int parts;
    private final Duration step;

    FigurePeriod(int parts, Duration step) {
        this.parts = parts;
        this.step = step;
    }

    int parts() {
        return parts;
    }

    /** The length of a part. */
    Duration step() {
        return step;
    }

    /** Returns the number of the part that has a time, counted from 1970 on. */
    long part(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), step.toSeconds());
    }

    /** Returns when the parts begin, up to the one that has a time, the oldest first. */
    List<Instant> starts(Instant now) {
        long last = part(now);
        return IntStream.range(1 - parts, 1)
                .mapToObj(i -> Instant.ofEpochSecond((last + i) * step.toSeconds()))
                .toList();
    }
}
