package io.tidings.worker.dispatch;

import io.tidings.contract.subscription.Batching;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;

/**
 * The limits of one request (B-DEL-6).
 *
 * @param events never exceeded
 * @param bytes preferred: a single event may have more, and then goes alone
 */
public record BatchLimits(int events, long bytes) {
    private static final long KILOBYTE = 1024;

    public static final BatchLimits OFF = new BatchLimits(1, 0);

    public BatchLimits {
        if (events < 1 || bytes < 0) {
            throw new IllegalArgumentException("batches of " + events + " events and " + bytes + " bytes");
        }
    }

    /** Returns the limits of a subscription's requests, whose usual ones these are. */
    BatchLimits of(Subscription subscription) {
        var batching = subscription.destination() instanceof Webhook webhook ? webhook.batching() : null;
        return batching != null && batching.on() ? adjustedBy(batching) : OFF;
    }

    /** Returns the subscription's own limits, and these limits where it has none. */
    public BatchLimits adjustedBy(Batching batching) {
        var most = batching.maxEvents();
        var preferred = batching.preferredKilobytes();
        return new BatchLimits(most == null ? events : most, preferred == null ? bytes : preferred * KILOBYTE);
    }

    public boolean takes(int eventsBefore, long bytesBefore, int more) {
        return eventsBefore < events && bytesBefore + more <= bytes;
    }
}
