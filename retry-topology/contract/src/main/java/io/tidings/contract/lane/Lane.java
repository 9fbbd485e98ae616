package io.tidings.contract.lane;

import io.tidings.contract.SubscriptionKey;

/**
 * The deliveries of one subscription with one partition number. Each lane has its own queue, breaker and recovery, and
 * its own record in the probation topic: of that key, in the partition with that number.
 *
 * @param number of the partition of {@code deliveries} and of each tier
 */
public record Lane(SubscriptionKey subscription, int number) implements Comparable<Lane> {
    public Lane {
        if (number < 0) {
            throw new IllegalArgumentException("no partition number: " + number);
        }
    }

    @Override
    public int compareTo(Lane other) {
        int bySubscription = subscription.compareTo(other.subscription);
        return bySubscription != 0 ? bySubscription : Integer.compare(number, other.number);
    }

    /** For logs. */
    @Override
    public String toString() {
        return subscription + " in partition " + number;
    }
}
