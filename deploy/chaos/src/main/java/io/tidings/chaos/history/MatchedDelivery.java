package io.tidings.chaos.history;

import java.time.Instant;

/**
 * A record of {@code deliveries}: where a chain begins.
 *
 * @param at when the broker appended it
 * @param redriven how often its event had been brought back from the dead letters by then
 */
public record MatchedDelivery(String source, String event, Instant at, int redriven) {}
