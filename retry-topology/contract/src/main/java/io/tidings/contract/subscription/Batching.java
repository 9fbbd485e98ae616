package io.tidings.contract.subscription;

import org.jspecify.annotations.Nullable;

/**
 * The limits of one request; null for the service's default (B-DEL-6).
 *
 * @param maxEvents 1 to 5000, never exceeded; 1 turns batching off
 * @param preferredKilobytes 1 to 1024; a larger event is sent alone
 */
public record Batching(
        @Nullable Integer maxEvents, @Nullable Integer preferredKilobytes) {
    public boolean on() {
        return maxEvents == null ? preferredKilobytes != null : maxEvents > 1;
    }
}
