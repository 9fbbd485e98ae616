package io.tidings.worker.schedule;

import java.time.Duration;

public record Rate(Duration interval) {
    public static final Rate UNLIMITED = new Rate(Duration.ZERO);

    public Rate {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("a request every " + interval);
        }
    }

    public static Rate perSecond(int requests) {
        return new Rate(Duration.ofSeconds(1).dividedBy(requests));
    }

    public static Rate perMinute(int requests) {
        return new Rate(Duration.ofMinutes(1).dividedBy(requests));
    }

    /** Returns what each of several senders may send, so that all together keep to this rate. */
    public Rate sharedBy(int senders) {
        return senders == 1 ? this : new Rate(interval.multipliedBy(senders));
    }

    public Rate orSlower(Rate other) {
        return interval.compareTo(other.interval) >= 0 ? this : other;
    }
}
