package io.tidings.testbed.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The time and the interval at which something is looked for.
 *
 * @param longest the time after which it has failed
 * @param look the time between two looks
 */
public record Patience(Duration longest, Duration look) {
    /** Returns whether the condition holds, as soon as it does or when the time is over. */
    public boolean until(BooleanSupplier condition) {
        long end = System.nanoTime() + longest.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(look.toNanos());
        }
        return true;
    }
}
