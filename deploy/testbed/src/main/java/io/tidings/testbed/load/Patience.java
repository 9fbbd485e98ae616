package io.tidings.testbed.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How to wait for something.
 *
 * @param longest the time after which it has failed
 * @param look the time between two looks at it
 */
public record Patience(Duration longest, Duration look) {
    /** Returns as soon as the condition holds, or when patience ends; says whether it holds. */
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
