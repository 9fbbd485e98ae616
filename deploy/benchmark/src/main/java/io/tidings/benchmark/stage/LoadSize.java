package io.tidings.benchmark.stage;

/**
 * The load of a row.
 *
 * @param warmUp events that come first and are not measured
 * @param measured events after them
 * @param connections of the client alone; the worker has as many requests in flight for a subscription
 */
public record LoadSize(int warmUp, int measured, int eventBytes, int connections, int partitions) {
    public LoadSize {
        if (warmUp < 1 || measured < 1 || connections < 1 || partitions < 1) {
            throw new IllegalArgumentException(
                    "warm-up, deliveries, connections and partitions are at least 1: %d, %d, %d, %d"
                            .formatted(warmUp, measured, connections, partitions));
        }
    }

    public int events() {
        return warmUp + measured;
    }

    public LoadSize part(int n) {
        return new LoadSize(Math.max(1, warmUp / n), Math.max(1, measured / n), eventBytes, connections, partitions);
    }

    public LoadSize warmedUp(int times) {
        return new LoadSize(warmUp * times, measured, eventBytes, connections, partitions);
    }
}
