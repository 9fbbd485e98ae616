package io.tidings.contract.subscription;

import org.jspecify.annotations.Nullable;

/**
 * How many events one request may carry; what is left open is the service's default (B-DEL-6).
 *
 * @param maxEvents 1 to 5000, never exceeded; 1 means off, whatever the other says
 * @param preferredKilobytes 1 to 1024; a larger single event goes alone
 */
public record Batching(
        @Nullable Integer maxEvents, @Nullable Integer preferredKilobytes) {
    /** Whether a request may carry many events. */
    public boolean on() {
        return maxEvents == null ? preferredKilobytes != null : maxEvents > 1;
    }
}
