package io.tidings.ingest.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory that the bodies of all requests may take together, from their first byte to the response. A request that
 * finds no room for a while is told to come later: one more body could end the service and with it all other requests.
 */
final class BodyBudget {
    private final Semaphore bytes;
    private final Duration patience;

    BodyBudget(int bytes, Duration patience) {
        this.bytes = new Semaphore(bytes);
        this.patience = patience;
    }

    Share share() {
        return new Share();
    }

    /** What one request has of it, until it is closed. Confined to the thread of the request. */
    final class Share implements AutoCloseable {
        private int taken;

        private Share() {}

        /** Whether there is room for so many bytes more. */
        boolean take(int more) {
            try {
                boolean room = bytes.tryAcquire(more, patience.toNanos(), TimeUnit.NANOSECONDS);
                taken += room ? more : 0;
                return room;
            } catch (InterruptedException e) { // the server stops
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void close() {
            bytes.release(taken);
            taken = 0;
        }
    }
}
