package io.tidings.benchmark.model.simulation;

import java.time.Duration;

/**
 * Endpoints that respond 503 from second 0 on, all at once, and are back together.
 *
 * @param perSecond deliveries a second to these endpoints
 * @param workPerSecond what the workers do for these endpoints at most: a request, a deferral and a hop between tiers
 *     are one each
 * @param acceptedPerSecond the most requests a second that these endpoints take together when they are back
 * @param queued the most deliveries to these endpoints that wait in the workers' memory, such as for the response to a
 *     probe
 * @param length whole seconds until they are back
 */
public record Outage(
        double perSecond,
        double workPerSecond,
        double acceptedPerSecond,
        double queued,
        Duration length,
        CatchUp recovery) {
    public Outage {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("an outage concerns deliveries, not " + perSecond + " a second");
        }
        if (!(workPerSecond > perSecond && acceptedPerSecond > perSecond)) {
            throw new IllegalArgumentException("with %.0f a second of workers and %.0f of endpoints, %.0f deliveries"
                            .formatted(workPerSecond, acceptedPerSecond, perSecond)
                    + " a second are never caught up with");
        }
        if (!(queued >= 0)) {
            throw new IllegalArgumentException("no or more deliveries wait in memory, not " + queued);
        }
        if (length.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("an outage takes a second or more, not " + length);
        }
    }
}
