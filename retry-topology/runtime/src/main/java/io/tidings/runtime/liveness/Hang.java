package io.tidings.runtime.liveness;

import java.time.Duration;
import java.util.List;

/**
 * A loop that has not turned for too long.
 *
 * @param loop the name of its thread
 * @param stack of its thread
 */
public record Hang(String loop, Duration still, List<StackTraceElement> stack) {
    public Hang {
        stack = List.copyOf(stack);
    }

    public String sentence() {
        return "%s has not turned for %d s".formatted(loop, still.toSeconds());
    }

    /** The place that the loop hangs in, for a log: nobody has thrown it. */
    public Throwable place() {
        var place = new Throwable(loop + " stands here");
        place.setStackTrace(stack.toArray(StackTraceElement[]::new));
        return place;
    }
}
