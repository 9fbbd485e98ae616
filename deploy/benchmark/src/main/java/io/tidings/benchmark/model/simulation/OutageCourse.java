package io.tidings.benchmark.model.simulation;

import io.tidings.contract.RetryTier;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The course of an outage.
 *
 * @param firstSuccess second of the first request that the endpoints take
 * @param moments every second until nothing is left behind
 */
public record OutageCourse(Outage outage, int firstSuccess, List<Moment> moments) {
    public OutageCourse {
        moments = List.copyOf(moments);
    }

    /** From the end of the outage until all that was missed is delivered. */
    public Duration caughtUpAfter() {
        return Duration.ofSeconds(moments.getLast().second()).minus(outage.length());
    }

    /** From the end of the outage until the first request is sent. */
    public Duration noticedAfter() {
        return Duration.ofSeconds(firstSuccess).minus(outage.length());
    }

    public double mostPending() {
        return most(Moment::pending);
    }

    public double mostWritten() {
        return most(Moment::written);
    }

    /** Records written for each delivery that waited. */
    public double writtenPerDelivery() {
        double written = moments.stream().mapToDouble(Moment::written).sum();
        return written / (outage.perSecond() * firstSuccess);
    }

    /** The most records that each tier had at a time. */
    public Map<RetryTier, Double> mostStored() {
        var most = new EnumMap<RetryTier, Double>(RetryTier.class);
        for (var tier : RetryTier.values()) {
            most.put(tier, most(moment -> moment.stored().getOrDefault(tier, 0.0)));
        }
        return most;
    }

    /** The most records that all tiers had at a time. */
    public double mostStoredInAll() {
        return most(moment -> moment.stored().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum());
    }

    private double most(ToDoubleFunction<Moment> figure) {
        return moments.stream().mapToDouble(figure).max().orElse(0);
    }
}
