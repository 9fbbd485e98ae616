package io.tidings.chaos.check;

import java.time.Instant;

/**
 * A record of {@code deliveries}, which begins a chain.
 *
 * @param source ends with {@link #BY_START} if the job of a start in the past made it
 * @param at when the broker appended it
 * @param redriven how often its event had been redriven
 */
record MatchedDelivery(String source, String event, Instant at, int redriven) {
    static final String BY_START = "+start";
}
