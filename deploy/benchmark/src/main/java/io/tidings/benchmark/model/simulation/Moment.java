package io.tidings.benchmark.model.simulation;

import io.tidings.contract.RetryTier;
import java.util.Map;

/**
 * One second of a simulation.
 *
 * @param pending deliveries that have been published and are not delivered
 * @param written records appended in this second: deferrals, retries and hops
 * @param stored records in each tier
 */
public record Moment(int second, double pending, double written, double sent, Map<RetryTier, Double> stored) {
    public Moment {
        stored = Map.copyOf(stored);
    }
}
