package io.tidings.benchmark.model;

import io.tidings.benchmark.model.Plan.Brokers;
import io.tidings.benchmark.model.Plan.Disk;
import io.tidings.benchmark.model.Plan.Workers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The need of a load for everything that is bounded, beside the bound as shipped. */
record Bounds(Load load, Calibration calibration, Assumptions assumptions) {
    private static final double MEGABYTE = 1 << 20;
    private static final int SHIPPED_PARTITIONS = 8;
    private static final int SHIPPED_BROKERS = 3;

    /** Transactions that a broker coordinates a second; an assumption. */
    private static final double TRANSACTIONS_OF_A_BROKER = 1_000;

    /** Disk of a broker in gigabytes; an assumption. */
    private static final double DISK_OF_A_BROKER = 2_000;

    /** In the order in which they break. */
    List<Bound> of(Workers workers, Brokers brokers, Disk disk) {
        return Stream.of(
                        busiestInFlight(),
                        busiestCore(),
                        partitions(workers),
                        replicas(workers),
                        subscriptions(),
                        inFlight(workers),
                        connections(workers),
                        written(brokers),
                        writtenInOutage(brokers),
                        transactions(workers, brokers),
                        disk(brokers, disk))
                .sorted(Comparator.comparingDouble(Bound::share).reversed())
                .toList();
    }

    private Bound busiestInFlight() {
        return new Bound(
                "requests in flight of the busiest subscription",
                load.busiestInFlight(),
                Assumptions.MOST_IN_FLIGHT_OF_ONE,
                "",
                "its lag grows: let it take batches, or raise `worker.max.in.flight.per.subscription`");
    }

    private Bound busiestCore() {
        return new Bound(
                "deliveries a second of the busiest subscription",
                load.busiestPerSecond(),
                calibration.workerPerSecond(),
                "",
                "one worker sends all that is in one partition: let it take batches, or split it");
    }

    private static Bound partitions(Workers workers) {
        return new Bound(
                "partitions of a topic",
                workers.partitions(),
                SHIPPED_PARTITIONS,
                "",
                "more workers than partitions find nothing to do: [set `partitions`](scaling.md#partitions)");
    }

    private Bound replicas(Workers workers) {
        return new Bound(
                "partition replicas on each of three brokers",
                (double) Assumptions.TOPICS * workers.partitions() * Assumptions.REPLICAS / SHIPPED_BROKERS,
                assumptions.brokerPartitions(),
                "",
                "restarts and failovers of a broker take long: add brokers");
    }

    private Bound subscriptions() {
        return new Bound(
                "memory of a worker for subscriptions",
                (double) load.endpoints().subscriptions() * Assumptions.BYTES_OF_A_SUBSCRIPTION / MEGABYTE,
                Assumptions.HEAP_FOR_SUBSCRIPTIONS / MEGABYTE,
                "MB",
                "every worker knows all subscriptions: raise `-Xmx`");
    }

    private Bound inFlight(Workers workers) {
        return new Bound(
                "requests in flight of a worker",
                load.inFlight() / workers.workers(),
                Assumptions.MOST_IN_FLIGHT,
                "",
                "deliveries wait for a free request: raise `worker.max.in.flight`, or add workers");
    }

    private Bound connections(Workers workers) {
        return new Bound(
                "memory of a worker for open connections",
                workers.connections() / workers.workers() * Assumptions.BYTES_OF_A_CONNECTION / MEGABYTE,
                Assumptions.HEAP_FOR_SUBSCRIPTIONS / MEGABYTE,
                "MB",
                "slow endpoints need a connection for each request in flight: raise `-Xmx`, add workers");
    }

    private Bound written(Brokers brokers) {
        return new Bound(
                "written by three brokers",
                brokers.written(),
                SHIPPED_BROKERS * assumptions.brokerMegabytes(),
                "MB/s",
                "produce requests wait, and everything with them: add brokers");
    }

    private Bound writtenInOutage(Brokers brokers) {
        return new Bound(
                "written by the planned brokers at the worst moment of the outage",
                brokers.writtenInOutage(),
                brokers.number() * assumptions.brokerMegabytes(),
                "MB/s",
                "hops between tiers are late, and catching up takes longer; nothing is lost");
    }

    private static Bound transactions(Workers workers, Brokers brokers) {
        return new Bound(
                "transactions a second, planned brokers",
                workers.transactions(),
                brokers.number() * TRANSACTIONS_OF_A_BROKER,
                "",
                "commits take longer and repeat more after a crash: raise `worker.commit.interval`");
    }

    private Bound disk(Brokers brokers, Disk disk) {
        return new Bound(
                "disk of the planned brokers",
                disk.total() / assumptions.diskLoad(),
                brokers.number() * DISK_OF_A_BROKER,
                "GB",
                "`events` fill it: shorten their `retention.ms`, or add disks");
    }
}
