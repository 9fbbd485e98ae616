package io.tidings.benchmark.campaign.town;

import java.time.Duration;
import java.util.Map;

/**
 * How large a town is and how fast its time runs.
 *
 * @param workers that are there at first
 * @param mostWorkers that there may be
 * @param volumes whether brokers have disks that can be filled, where the machine allows it
 */
public record Size(int brokers, int workers, int mostWorkers, double timeScale, int maxAttempts, boolean volumes) {
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

    /** One broker and one worker that another may join. */
    public static Size small() {
        return new Size(1, 1, 2, 0.02, 4, false);
    }

    /** Two workers, which may become four. */
    public static Size large(int brokers, boolean volumes) {
        return new Size(brokers, 2, 4, 0.02, 4, volumes);
    }

    Map<String, String> worker(int number) {
        return Map.of(
                "worker.instance.id", "worker-" + number,
                "attempts.log", "all",
                "worker.response.timeout", RESPONSE_TIMEOUT.toSeconds() + "s",
                "worker.late.response.timeout", "10s",
                // What fails here does so on purpose, by events and not by endpoints. Ten failures in a row are usual:
                // retries of the same age fall due together. Hundreds are not, nor is being left alone for long.
                "probation.threshold", "500",
                "probation.max", "1m");
    }

    Map<String, String> exporter() {
        return Map.of(
                "exporter.instance.id", "exporter",
                "deadletter.create.containers", "true",
                "deadletter.window", "30s",
                "deadletter.delay", "50s",
                "deadletter.drop.after", "never");
    }

    Map<String, String> all() {
        return Map.of("time.scale", Double.toString(timeScale));
    }
}
