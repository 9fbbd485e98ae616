package io.tidings.chaos.fault;

import io.tidings.chaos.subscriber.EndpointProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The size of a cluster and the speed of its time.
 *
 * @param workers at first
 * @param mostWorkers that may run
 * @param maxAttempts of all subscriptions but one
 * @param mostAttempts of that one: the eighth comes after the step of an hour
 * @param limit requests a second of a subscription with limits; 0 if none has wishes
 * @param queues whether receivers fetch the events of some subscriptions
 * @param volumes whether brokers have disks that can be filled, where the machine allows it
 */
public record ClusterSize(
        int brokers,
        int workers,
        int mostWorkers,
        double timeScale,
        int maxAttempts,
        int mostAttempts,
        int limit,
        boolean queues,
        boolean volumes,
        EndpointProfile profile) {
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

    private static final double FAST = 0.02;

    /** A probation of ten seconds takes two, long enough to see a request that it should have prevented. */
    private static final double SLOW = 0.2;

    private static final int ATTEMPTS = 4;
    private static final int ATTEMPTS_TO_AN_HOUR = 8;

    /** One broker and one worker, which another one may join. */
    public static ClusterSize small() {
        return new ClusterSize(1, 1, 2, FAST, ATTEMPTS, ATTEMPTS, 0, false, false, EndpointProfile.USUAL);
    }

    /** Two workers, which may become four. */
    public static ClusterSize large(int brokers, boolean volumes, EndpointProfile profile) {
        return switch (profile) {
            case USUAL ->
                new ClusterSize(brokers, 2, 4, FAST, ATTEMPTS, ATTEMPTS_TO_AN_HOUR, 0, false, volumes, profile);
            case PROBATION -> new ClusterSize(brokers, 2, 4, SLOW, ATTEMPTS, ATTEMPTS, 0, false, volumes, profile);
        };
    }

    /** The same, in which some subscriptions have wishes. */
    public ClusterSize withWishes(int requestsPerSecond) {
        return new ClusterSize(
                brokers,
                workers,
                mostWorkers,
                timeScale,
                maxAttempts,
                mostAttempts,
                requestsPerSecond,
                queues,
                volumes,
                profile);
    }

    /** The same, in which some subscriptions are queues. */
    public ClusterSize withQueues() {
        return new ClusterSize(
                brokers, workers, mostWorkers, timeScale, maxAttempts, mostAttempts, limit, true, volumes, profile);
    }

    Map<String, String> worker(String name) {
        var settings = new LinkedHashMap<>(Map.of(
                "worker.instance.id", name,
                "attempts.log", "all",
                "worker.response.timeout", RESPONSE_TIMEOUT.toSeconds() + "s",
                "worker.late.response.timeout", "10s",
                "probation.max", "1m"));
        if (queues) {
            settings.put("receive.listen", "127.0.0.1:0");
        }
        if (profile == EndpointProfile.USUAL) {
            // Endpoints fail by events here. Ten failures in a row are usual,
            // because retries of the same age fall due together; hundreds are not.
            settings.put("probation.threshold", "500");
        }
        return settings;
    }

    Map<String, String> exporter() {
        return Map.of(
                "deadletter.window", "30s",
                "deadletter.delay", "50s",
                "deadletter.drop.after", "never");
    }
}
