package io.tidings.testbed.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets things be for a while. */
public final class FixedPause {
    private FixedPause() {}

    public static void sleep(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
