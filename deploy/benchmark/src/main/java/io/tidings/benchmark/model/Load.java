package io.tidings.benchmark.model;

import java.time.Duration;

/**
 * The events to be delivered.
 *
 * @param eventsPerSecond published events, above 0
 * @param fanOut deliveries of an event, above 0
 * @param eventBytes size of an event, 1 to 1,048,576
 * @param retention how long {@code events} keeps them, 2 days or more
 */
public record Load(double eventsPerSecond, double fanOut, int eventBytes, Duration retention, Endpoints endpoints) {
    private static final double NANOS = 1e9;
    private static final int LARGEST_EVENT = 1 << 20;
    private static final Duration LEAST_RETENTION = Duration.ofDays(2);

    public Load {
        if (!(eventsPerSecond > 0 && eventsPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("there are more than 0 events a second, not " + eventsPerSecond);
        }
        if (!(fanOut > 0 && fanOut < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("an event has more than 0 deliveries, not " + fanOut);
        }
        if (eventBytes < 1 || eventBytes > LARGEST_EVENT) {
            throw new IllegalArgumentException("an event has 1 to " + LARGEST_EVENT + " bytes, not " + eventBytes);
        }
        if (retention.compareTo(LEAST_RETENTION) < 0) {
            throw new IllegalArgumentException("events are kept for 2 days or more, not " + retention);
        }
    }

    public double deliveriesPerSecond() {
        return eventsPerSecond * fanOut;
    }

    /** With the retries that failures of a usual day make necessary. */
    public double attemptsPerSecond() {
        return deliveriesPerSecond() / (1 - endpoints.failureShare());
    }

    /** Requests in flight at once, on average. */
    public double inFlight() {
        return attemptsPerSecond() * seconds();
    }

    public double busiestPerSecond() {
        return deliveriesPerSecond() * endpoints.busiestShare();
    }

    public double busiestInFlight() {
        return busiestPerSecond() * seconds();
    }

    private double seconds() {
        return endpoints.responseTime().toNanos() / NANOS;
    }
}
