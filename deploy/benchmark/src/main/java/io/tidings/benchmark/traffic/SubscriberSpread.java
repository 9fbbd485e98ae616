package io.tidings.benchmark.traffic;

/** The spread of deliveries over the partitions. */
public enum SubscriberSpread {
    EVEN,
    ONE_HOT,
    HALF_EMPTY;

    public BenchmarkSubscribers audience(int subscriptions, int partitions) {
        return switch (this) {
            case EVEN -> BenchmarkSubscribers.even(subscriptions, partitions);
            case ONE_HOT -> BenchmarkSubscribers.oneHot(subscriptions, partitions);
            case HALF_EMPTY -> BenchmarkSubscribers.inHalf(subscriptions, partitions);
        };
    }
}
