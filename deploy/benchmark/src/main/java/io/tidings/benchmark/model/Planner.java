package io.tidings.benchmark.model;

import io.tidings.benchmark.model.Plan.Brokers;
import io.tidings.benchmark.model.Plan.Disk;
import io.tidings.benchmark.model.Plan.Workers;
import io.tidings.benchmark.model.simulation.CatchUp;
import io.tidings.benchmark.model.simulation.Outage;
import io.tidings.benchmark.model.simulation.OutageCourse;
import io.tidings.benchmark.model.simulation.OutageSimulation;
import io.tidings.contract.RetryTier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes what a load needs on machines like the one that was measured. */
public record Planner(Calibration calibration, Assumptions assumptions) {
    private static final double MEGABYTE = 1e6;
    private static final double GIGABYTE = 1e9;
    private static final double HOURS_OF_A_MONTH = 730;
    private static final double SECONDS_OF_AN_HOUR = 3_600;
    private static final double MILLION = 1e6;

    private static final int LEAST_WORKERS = 2;
    private static final int LEAST_BROKERS = 3;
    private static final int LEAST_PARTITIONS = 8;
    private static final int PARTITIONS_OF_A_WORKER = 4;

    /** The time for which finished records of deliveries and tiers stay at most (the purge runs every minute). */
    private static final double PURGED_AFTER_SECONDS = 120;

    /** The rate that an endpoint takes when it is back, in multiples of its usual rate. */
    private static final double APPETITE = 10;

    public Plan plan(Load load) {
        var workers = workers(load);
        var outages = outages(load, workers);
        var worst = outages.stream()
                .filter(course -> course.outage().recovery() == CatchUp.FORWARD)
                .findFirst();
        var brokers = brokers(load, workers, worst);
        var disk = disk(load, workers, worst);
        return new Plan(
                load,
                workers,
                brokers,
                disk,
                costPerMillion(load, workers, brokers, disk),
                new Bounds(load, calibration, assumptions).of(workers, brokers, disk),
                outages);
    }

    private Workers workers(Load load) {
        double attempts = load.attemptsPerSecond();
        double speed = calibration.workerPerSecond() * assumptions.workerLoad();
        int workers = Math.max(LEAST_WORKERS, (int) Math.ceil(attempts / speed));
        double each = attempts / workers;
        return new Workers(
                workers,
                partitions(workers),
                attempts * calibration.worker().at(each) / 1_000,
                load.eventsPerSecond() * calibration.matching().perEvent(load.fanOut()) / 1_000,
                load.eventsPerSecond() * calibration.ingest() / 1_000,
                Math.max(load.inFlight(), (double) load.endpoints().subscriptions()),
                workers * 1_000.0 / Assumptions.COMMIT_INTERVAL.toMillis());
    }

    /** A power of two, four times the number of workers or more. */
    private static int partitions(int workers) {
        int least = Math.max(LEAST_PARTITIONS, PARTITIONS_OF_A_WORKER * workers);
        int power = Integer.highestOneBit(least);
        return power == least ? power : power * 2;
    }

    private List<OutageCourse> outages(Load load, Workers workers) {
        double down = load.deliveriesPerSecond() * load.endpoints().outageShare();
        if (down == 0) {
            return List.of();
        }
        double work = workers.workers() * calibration.workerPerSecond() - (load.attemptsPerSecond() - down);
        double queued = Math.min(
                (double) load.endpoints().subscriptions() * load.endpoints().outageShare() * Assumptions.QUEUED_OF_ONE,
                (double) workers.workers() * Assumptions.QUEUED_BYTES / load.eventBytes());
        return Stream.of(CatchUp.values())
                .map(recovery -> OutageSimulation.of(new Outage(
                        down, work, APPETITE * down, queued, load.endpoints().outage(), recovery)))
                .toList();
    }

    private Brokers brokers(Load load, Workers workers, Optional<OutageCourse> outage) {
        double retries = load.attemptsPerSecond() - load.deliveriesPerSecond();
        double once = megabytes(load, load.eventsPerSecond() + load.deliveriesPerSecond() + retries);
        double written = once * Assumptions.REPLICAS;
        double inOutage = written
                + outage.map(course -> megabytes(load, course.mostWritten())).orElse(0.0) * Assumptions.REPLICAS;
        double replicas = (double) Assumptions.TOPICS * workers.partitions() * Assumptions.REPLICAS;
        int number = Math.max(LEAST_BROKERS, (int) Math.ceil(Math.max(
                written / (assumptions.brokerMegabytes() * assumptions.workerLoad()),
                replicas / assumptions.brokerPartitions())));
        double cores = load.deliveriesPerSecond()
                * calibration.broker().at(load.deliveriesPerSecond())
                / 1_000
                * Assumptions.REPLICAS;
        return new Brokers(number, written, inOutage, once * Assumptions.REPLICAS, cores, replicas / number);
    }

    private Disk disk(Load load, Workers workers, Optional<OutageCourse> outage) {
        double events =
                gigabytes(load, load.eventsPerSecond() * load.retention().toSeconds());
        double segments = workers.partitions() * Assumptions.SEGMENT * Assumptions.REPLICAS / GIGABYTE;
        double deliveries = gigabytes(load, load.deliveriesPerSecond() * PURGED_AFTER_SECONDS) + segments;
        Map<RetryTier, Double> tiers = new EnumMap<>(RetryTier.class);
        outage.ifPresent(course -> course.mostStored().forEach((tier, records) -> {
            if (records > 0) {
                tiers.put(tier, gigabytes(load, records) + segments);
            }
        }));
        return new Disk(events, deliveries, tiers);
    }

    private double costPerMillion(Load load, Workers workers, Brokers brokers, Disk disk) {
        double cores = workers.workers()
                + (workers.topologyCores() + workers.ingestCores() + brokers.cores()) / assumptions.workerLoad();
        double hour = cores * assumptions.coreHour()
                + disk.total() / assumptions.diskLoad() * assumptions.gigabyteMonth() / HOURS_OF_A_MONTH;
        return hour / (load.deliveriesPerSecond() * SECONDS_OF_AN_HOUR / MILLION);
    }

    private double megabytes(Load load, double records) {
        return records * load.eventBytes() * assumptions.storedShare() / MEGABYTE;
    }

    private double gigabytes(Load load, double records) {
        return records * load.eventBytes() * assumptions.storedShare() * Assumptions.REPLICAS / GIGABYTE;
    }
}
