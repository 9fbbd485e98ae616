package io.tidings.benchmark.model;

import java.time.Duration;

/**
 * The figures that are not measured here, or differ by where it runs.
 *
 * @param storedShare bytes of a record on disk as a share of the event's size; lz4 and headers included
 * @param workerLoad the share of a worker's speed that is planned for; the rest is for catching up
 * @param brokerMegabytes the most that a broker writes a second, replicas included
 * @param brokerPartitions the most replicas of partitions on a broker
 * @param diskLoad the share of a disk that is planned to be full
 * @param coreHour price of a core for an hour
 * @param gigabyteMonth price of a gigabyte of disk for a month
 */
public record Assumptions(
        double storedShare,
        double workerLoad,
        double brokerMegabytes,
        int brokerPartitions,
        double diskLoad,
        double coreHour,
        double gigabyteMonth) {
    public static final Assumptions USUAL = new Assumptions(0.48, 0.5, 100, 4_000, 0.7, 0.04, 0.08);

    /** Replicas of each partition. */
    static final int REPLICAS = 3;

    /** {@code worker.commit.interval} */
    static final Duration COMMIT_INTERVAL = Duration.ofMillis(200);

    /** {@code worker.max.in.flight} */
    static final int MOST_IN_FLIGHT = 1_000;

    /** {@code worker.max.in.flight.per.subscription} */
    static final int MOST_IN_FLIGHT_OF_ONE = 64;

    /** {@code worker.max.queued.per.subscription} */
    static final int QUEUED_OF_ONE = 1_000;

    /** {@code worker.max.queued.mb} */
    static final long QUEUED_BYTES = 64L << 20;

    static final int BYTES_OF_A_SUBSCRIPTION = 6 * 1024;
    static final int BYTES_OF_A_CONNECTION = 24 * 1024;

    /** Half of the 512 MB of a worker, of which a quarter is left for subscriptions. */
    static final long HEAP_FOR_SUBSCRIPTIONS = 64L << 20;

    /** {@code segment.bytes} of deliveries and tiers; the newest segment is never deleted. */
    static final long SEGMENT = 16L << 20;

    /** Topics with as many partitions as {@code deliveries}: that one, ten tiers, and seven others. */
    static final int TOPICS = 18;

    public Assumptions {
        if (!(storedShare > 0 && workerLoad > 0 && workerLoad < 1 && diskLoad > 0 && diskLoad <= 1)) {
            throw new IllegalArgumentException("shares are above 0 and at most 1, the worker's load below 1: stored "
                    + storedShare + ", worker " + workerLoad + ", disk " + diskLoad);
        }
        if (!(brokerMegabytes > 0) || brokerPartitions < 1) {
            throw new IllegalArgumentException("a broker writes something, not " + brokerMegabytes + " MB and "
                    + brokerPartitions + " partitions");
        }
        if (!(coreHour >= 0 && gigabyteMonth >= 0)) {
            throw new IllegalArgumentException("prices are not negative: " + coreHour + ", " + gigabyteMonth);
        }
    }
}
