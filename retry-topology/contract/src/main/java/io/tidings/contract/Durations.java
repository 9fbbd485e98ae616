package io.tidings.contract;

import java.time.Duration;

public final class Durations {
    private Durations() {}

    public static Duration min(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    public static Duration max(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
