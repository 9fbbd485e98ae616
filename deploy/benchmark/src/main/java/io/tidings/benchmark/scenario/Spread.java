package io.tidings.benchmark.scenario;

import io.tidings.benchmark.traffic.Audience;

/** How deliveries spread over the partitions. */
enum Spread {
    EVEN,
    ONE_HOT,
    HALF_EMPTY;

    Audience audience(int subscriptions, int partitions) {
        return switch (this) {
            case EVEN -> Audience.even(subscriptions, partitions);
            case ONE_HOT -> Audience.oneHot(subscriptions, partitions);
            case HALF_EMPTY -> Audience.inHalf(subscriptions, partitions);
        };
    }
}
