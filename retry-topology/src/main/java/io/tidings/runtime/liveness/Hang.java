package io.tidings.runtime.liveness;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

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

    /** The stack as a thread dump shows it: what the loop hangs in. */
    public String stackText() {
        return stack.stream().map(frame -> "\tat " + frame).collect(Collectors.joining("\n"));
    }
}
