package io.tidings.worker.lane;

import io.tidings.contract.resource.Batching;

/**
 * What one request carries at most (B-DEL-6).
 *
 * @param events never exceeded
 * @param bytes preferred: a single event may have more, and then goes alone
 */
public record BatchBounds(int events, long bytes) {
    private static final long KILOBYTE = 1024;

    /** One event a request. */
    public static final BatchBounds OFF = new BatchBounds(1, 0);

    public BatchBounds {
        if (events < 1 || bytes < 0) {
            throw new IllegalArgumentException("batches of " + events + " events and " + bytes + " bytes");
        }
    }

    /** What a subscription asks for; what it leaves open is as here. */
    public BatchBounds adjustedBy(Batching batching) {
        var most = batching.maxEvents();
        var preferred = batching.preferredKilobytes();
        return new BatchBounds(most == null ? events : most, preferred == null ? bytes : preferred * KILOBYTE);
    }

    /** Whether one more event fits behind those there are. */
    public boolean takes(int eventsBefore, long bytesBefore, int more) {
        return eventsBefore < events && bytesBefore + more <= bytes;
    }
}
