package io.tidings.contract.resource;

import org.jspecify.annotations.Nullable;

/**
 * How many events one request may carry; what is left open is the service's default (B-DEL-6).
 *
 * @param maxEvents 2 to 5000, never exceeded
 * @param preferredKilobytes 1 to 1024; a larger single event goes alone
 */
public record Batching(
        @Nullable Integer maxEvents, @Nullable Integer preferredKilobytes) {}
