package io.tidings.export.window;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The periods in which one destination accepted nothing. A period lasts from one failed request to the next, so the
 * backoffs between them count. A pause above {@link #LONGEST_PAUSE} means that there were no requests, and counts
 * only up to it.
 */
public final class OutageHistory {
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    /** The oldest periods are dropped: the sum is rather too small than too large. */
    private static final int MOST = 256;

    private final Deque<Period> periods = new ArrayDeque<>();
    private boolean goesOn;

    private record Period(Instant from, Instant to) {
        Duration within(Instant start, Instant end) {
            var first = from.isAfter(start) ? from : start;
            var last = to.isBefore(end) ? to : end;
            return last.isAfter(first) ? Duration.between(first, last) : Duration.ZERO;
        }
    }

    public void failed(Instant begun, Instant ended) {
        var from = begun;
        if (goesOn) {
            var last = periods.removeLast();
            var pauseEnds = last.to().plus(LONGEST_PAUSE);
            if (begun.isAfter(pauseEnds)) {
                periods.add(new Period(last.from(), pauseEnds));
            } else {
                from = last.from();
            }
        }
        periods.add(new Period(from, ended));
        goesOn = true;
        if (periods.size() > MOST) {
            periods.removeFirst();
        }
    }

    public void responded() {
        goesOn = false;
    }

    public Duration within(Instant start, Instant end) {
        var sum = Duration.ZERO;
        for (var each : periods) {
            sum = sum.plus(each.within(start, end));
        }
        return sum;
    }
}
