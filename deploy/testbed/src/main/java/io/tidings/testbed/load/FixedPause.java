package io.tidings.testbed.load;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A pause of a fixed length, however often the thread is woken. */
public final class FixedPause {
    private FixedPause() {}

    public static void sleep(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
