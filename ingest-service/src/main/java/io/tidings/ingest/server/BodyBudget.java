package io.tidings.ingest.server;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the memory for the bodies of all requests, from their first byte to the response. A request that gets no
 * memory for a while is refused: one more body could exhaust the heap and end all other requests.
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

    /** The memory of one request, until it is closed. Confined to the thread of the request. */
    final class Share implements AutoCloseable {
        private int taken;

        private Share() {}

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
