package io.tidings.benchmark;

/**
 * How much every row has to do.
 *
 * @param warmUp events that come first and are not measured, while the JVMs compile
 * @param measured events after them
 * @param eventBytes of each
 * @param connections of the client alone; the worker has as many in flight for a subscription
 */
record Load(int warmUp, int measured, int eventBytes, int connections, int partitions) {
    Load {
        if (warmUp < 1 || measured < 1 || connections < 1 || partitions < 1) {
            throw new IllegalArgumentException(
                    "warm-up, deliveries, connections and partitions are at least 1: %d, %d, %d, %d"
                            .formatted(warmUp, measured, connections, partitions));
        }
    }

    int events() {
        return warmUp + measured;
    }
}
