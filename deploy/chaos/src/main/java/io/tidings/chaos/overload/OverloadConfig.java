package io.tidings.chaos.overload;

import io.tidings.chaos.report.HeapLimits;
import io.tidings.chaos.report.LatencyBaseline;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The size of an overload.
 *
 * @param between two samples of the heaps
 */
record OverloadConfig(
        OverloadPhase crowding,
        BrokerOutagePhase absence,
        FanOutPhase burdens,
        HeapLimits heaps,
        LatencyBaseline baseline,
        Duration between) {
    static final int MEGABYTES = 512;

    /** A heap of which more than three quarters are in use leaves no room for work. */
    private static final double MOST = 0.75 * MEGABYTES;

    private static final double MARGIN = 48;
    private static final int PARTITIONS = 8;

    /**
     * More is published than can be delivered.
     *
     * @param endpoints that get too much, each in a partition number of its own
     * @param inFlight requests to each at once
     * @param answer the time of each response
     * @param queued deliveries in memory for each
     * @param looking the time in which latencies and capacity are measured
     * @param tooMuch the least factor of the capacity that is published
     * @param asFast the least share of the capacity at which the backlog drains
     * @param calm events a second of the topic without trouble
     */
    record OverloadPhase(
            int endpoints,
            int inFlight,
            Duration answer,
            int queued,
            Duration looking,
            Duration overload,
            double tooMuch,
            double asFast,
            int calm) {
        /** The deliveries a second without any pause between requests. */
        double capacity() {
            return endpoints * inFlight * 1e3 / answer.toMillis();
        }
    }

    /**
     * There is no broker.
     *
     * @param publishers with an open request at the same time
     */
    record BrokerOutagePhase(Duration lasting, int publishers, int eventBytes) {}

    /**
     * Large and many things.
     *
     * @param pending retries that wait
     * @param large events of 1 MiB
     * @param full requests of 5,000 events
     * @param subscriptions of one topic
     * @param forAll events for each of these
     * @param endpoints of another topic
     * @param hanging endpoints of these
     * @param forEach events for each of these
     */
    record FanOutPhase(
            int pending,
            int large,
            int full,
            int subscriptions,
            int forAll,
            int endpoints,
            int hanging,
            int forEach,
            Duration responseTimeout) {}

    /** A minute of it, with limits that allow for other load on the machine. */
    static OverloadConfig shortForm() {
        return new OverloadConfig(
                new OverloadPhase(
                        2, 16, Duration.ofMillis(200), 100, Duration.ofSeconds(2), Duration.ofSeconds(8), 1.2, 0.5, 20),
                new BrokerOutagePhase(Duration.ofSeconds(4), 64, 200_000),
                new FanOutPhase(20_000, 40, 3, 1_000, 3, 100, 90, 5, Duration.ofSeconds(4)),
                new HeapLimits(MARGIN, MOST),
                new LatencyBaseline(4, Duration.ofSeconds(4)),
                Duration.ofSeconds(5));
    }

    static OverloadConfig longForm(Duration overload) {
        return new OverloadConfig(
                new OverloadPhase(
                        3, 128, Duration.ofMillis(192), 1_000, Duration.ofSeconds(20), overload, 1.8, 0.9, 50),
                new BrokerOutagePhase(Duration.ofSeconds(60), 256, 1_000_000),
                new FanOutPhase(1_000_000, 1_000, 40, 10_000, 10, 1_000, 900, 10, Duration.ofSeconds(30)),
                new HeapLimits(MARGIN, MOST),
                new LatencyBaseline(3, Duration.ofMillis(250)),
                Duration.ofSeconds(10));
    }

    int partitions() {
        return PARTITIONS;
    }

    Map<String, String> workerSettings() {
        return Map.of(
                "worker.max.in.flight.per.subscription", Integer.toString(crowding.inFlight()),
                "worker.max.queued.per.subscription", Integer.toString(crowding.queued()),
                "worker.response.timeout", burdens.responseTimeout().toSeconds() + "s");
    }

    Map<String, String> circumstances() {
        var circumstances = new LinkedHashMap<String, String>();
        circumstances.put("heap of every service", MEGABYTES + " MB");
        circumstances.put(
                "overload",
                "%d s, %d endpoints that take %d ms, %d requests at once to each"
                        .formatted(
                                crowding.overload().toSeconds(),
                                crowding.endpoints(),
                                crowding.answer().toMillis(),
                                crowding.inFlight()));
        circumstances.put(
                "broker away",
                "%d s, %d publishers with events of %,d bytes"
                        .formatted(absence.lasting().toSeconds(), absence.publishers(), absence.eventBytes()));
        circumstances.putAll(new TreeMap<>(workerSettings()));
        return circumstances;
    }
}
