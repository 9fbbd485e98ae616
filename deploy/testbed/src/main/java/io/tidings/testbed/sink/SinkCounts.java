package io.tidings.testbed.sink;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The counts of what the sink has received.
 *
 * @param delivered events that were accepted
 * @param distinct events of these
 * @param sinceLastNanos the age of the latest new event
 */
public record SinkCounts(
        @JsonProperty("requests") long requests,
        @JsonProperty("delivered") long delivered,
        @JsonProperty("distinct") long distinct,
        @JsonProperty("sinceLastNanos") long sinceLastNanos) {
    static final SinkCounts NONE = new SinkCounts(0, 0, 0, Long.MAX_VALUE);

    public long twice() {
        return delivered - distinct;
    }

    SinkCounts plus(SinkCounts other) {
        return new SinkCounts(
                requests + other.requests,
                delivered + other.delivered,
                distinct + other.distinct,
                Math.min(sinceLastNanos, other.sinceLastNanos));
    }
}
