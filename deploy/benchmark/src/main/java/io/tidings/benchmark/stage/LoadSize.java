package io.tidings.benchmark.stage;

/**
 * How much a row has to do.
 *
 * @param warmUp events that come first and are not measured, while the JVMs compile
 * @param measured events after them
 * @param eventBytes of each
 * @param connections of the client alone; the worker has as many in flight for a subscription
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

    /** One n-th of it. */
    public LoadSize part(int n) {
        return new LoadSize(Math.max(1, warmUp / n), Math.max(1, measured / n), eventBytes, connections, partitions);
    }

    /** With a warm-up that is so many times as long. */
    public LoadSize warmedUp(int times) {
        return new LoadSize(warmUp * times, measured, eventBytes, connections, partitions);
    }
}
