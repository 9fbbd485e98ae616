package io.tidings.benchmark.model;

import io.tidings.benchmark.model.simulation.CatchUp;
import io.tidings.benchmark.model.simulation.OutageCourse;
import io.tidings.contract.RetryTier;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The needs of a load.
 *
 * @param bounds what breaks first is the first
 * @param outages the planned outage with each kind of recovery; none if no endpoint is down
 */
public record Plan(
        Load load,
        Workers workers,
        Brokers brokers,
        Disk disk,
        double costPerMillion,
        List<Bound> bounds,
        List<OutageCourse> outages) {
    public Plan {
        bounds = List.copyOf(bounds);
        outages = List.copyOf(outages);
    }

    /**
     * The programs.
     *
     * @param workers number of workers
     * @param partitions of every topic
     * @param cores of all workers at the planned load
     * @param topologyCores of matching
     * @param ingestCores of publishing, one event a request
     * @param connections open to endpoints, at least
     * @param transactions a second of all workers
     */
    public record Workers(
            int workers,
            int partitions,
            double cores,
            double topologyCores,
            double ingestCores,
            double connections,
            double transactions) {}

    /**
     * The brokers.
     *
     * @param number of brokers
     * @param written megabytes a second on a usual day, replicas included
     * @param writtenInOutage the same at the worst moment of the planned outage
     * @param read megabytes a second that leave the brokers on a usual day, replication included
     * @param replicas of partitions on each broker
     */
    public record Brokers(
            int number, double written, double writtenInOutage, double read, double cores, double replicas) {}

    /**
     * Gigabytes on all brokers, replicas included.
     *
     * @param events for their retention
     * @param deliveries until they are purged
     * @param tiers at the worst moment of the planned outage of each
     */
    public record Disk(double events, double deliveries, Map<RetryTier, Double> tiers) {
        public Disk {
            tiers = tiers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(tiers));
        }

        public double total() {
            return events
                    + deliveries
                    + tiers.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /** The planned outage with one kind of recovery. */
    public Optional<OutageCourse> with(CatchUp recovery) {
        return outages.stream()
                .filter(course -> course.outage().recovery() == recovery)
                .findFirst();
    }
}
