package io.tidings.benchmark.model;

import java.time.Duration;

/**
 * The endpoints that deliveries go to.
 *
 * @param subscriptions their number, each with an endpoint of its own
 * @param busiestShare the share of all deliveries that the busiest subscription gets, above 0 and at most 1
 * @param responseTime of an endpoint, on average
 * @param failureShare the share of attempts that fail on a usual day, at least 0 and below 1
 * @param outageShare the share of all deliveries whose endpoints are down in the outage that is planned for, 0 to 1
 * @param outage how long they are down, a second or more
 */
public record Endpoints(
        long subscriptions,
        double busiestShare,
        Duration responseTime,
        double failureShare,
        double outageShare,
        Duration outage) {
    public Endpoints {
        if (subscriptions < 1) {
            throw new IllegalArgumentException("there is at least one subscription, not " + subscriptions);
        }
        if (!(busiestShare > 0 && busiestShare <= 1)) {
            throw new IllegalArgumentException(
                    "the busiest subscription's share is above 0 and at most 1, not " + busiestShare);
        }
        if (responseTime.isNegative() || responseTime.isZero()) {
            throw new IllegalArgumentException("a response takes longer than " + responseTime);
        }
        if (!(failureShare >= 0 && failureShare < 1)) {
            throw new IllegalArgumentException("the share of failures is at least 0 and below 1, not " + failureShare);
        }
        if (!(outageShare >= 0 && outageShare <= 1)) {
            throw new IllegalArgumentException("the share that is down is 0 to 1, not " + outageShare);
        }
        if (outage.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("an outage takes a second or more, not " + outage);
        }
    }
}
