package io.tidings.contract;

import java.time.Duration;

/** A Kafka topic in which every record waits the same time (B-RETRY-1). */
public enum RetryTier {
    TEN_SECONDS("10s", Duration.ofSeconds(10)),
    THIRTY_SECONDS("30s", Duration.ofSeconds(30)),
    ONE_MINUTE("1m", Duration.ofMinutes(1)),
    FIVE_MINUTES("5m", Duration.ofMinutes(5)),
    TEN_MINUTES("10m", Duration.ofMinutes(10)),
    THIRTY_MINUTES("30m", Duration.ofMinutes(30)),
    ONE_HOUR("1h", Duration.ofHours(1)),
    THREE_HOURS("3h", Duration.ofHours(3)),
    SIX_HOURS("6h", Duration.ofHours(6)),
    TWELVE_HOURS("12h", Duration.ofHours(12));

    private final String label;
    private final Duration length;

    RetryTier(String label, Duration length) {
        this.label = label;
        this.length = length;
    }

    /** The tier's name in topic names and metrics. */
    public String label() {
        return label;
    }

    /** Before {@link TimeScale}. */
    public Duration length() {
        return length;
    }
}
