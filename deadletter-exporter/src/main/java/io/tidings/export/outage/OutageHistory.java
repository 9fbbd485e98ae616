package io.tidings.export.outage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The stretches of time in which one destination was asked and took nothing.
 *
 * <p>A stretch lasts from one request that failed to the next one, so the rests between them count. A pause longer than
 * the {@link #LONGEST_PAUSE} means that nobody asked, and counts for no more than that.
 */
final class OutageHistory {
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    /** The oldest are forgotten: too little is counted rather than too much. */
    private static final int MOST = 256;

    private final Deque<Stretch> stretches = new ArrayDeque<>();
    private boolean goesOn;

    private record Stretch(Instant from, Instant to) {
        Duration within(Instant start, Instant end) {
            var first = from.isAfter(start) ? from : start;
            var last = to.isBefore(end) ? to : end;
            return last.isAfter(first) ? Duration.between(first, last) : Duration.ZERO;
        }
    }

    /** A request failed. */
    void failed(Instant begun, Instant ended) {
        var from = begun;
        if (goesOn) {
            var last = stretches.removeLast();
            var pauseEnds = last.to().plus(LONGEST_PAUSE);
            if (begun.isAfter(pauseEnds)) {
                stretches.add(new Stretch(last.from(), pauseEnds));
            } else {
                from = last.from();
            }
        }
        stretches.add(new Stretch(from, ended));
        goesOn = true;
        if (stretches.size() > MOST) {
            stretches.removeFirst();
        }
    }

    /** The destination responded: the stretch ended with the last request that failed. */
    void responded() {
        goesOn = false;
    }

    /** How much of the time between two moments the stretches cover. */
    Duration within(Instant start, Instant end) {
        var sum = Duration.ZERO;
        for (var each : stretches) {
            sum = sum.plus(each.within(start, end));
        }
        return sum;
    }
}
