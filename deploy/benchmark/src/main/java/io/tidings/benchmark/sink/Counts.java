package io.tidings.benchmark.sink;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What the sink has got so far.
 *
 * @param requests all of them
 * @param distinct events
 * @param sinceLastNanos how long ago the latest new event came
 */
public record Counts(
        @JsonProperty("requests") long requests,
        @JsonProperty("distinct") long distinct,
        @JsonProperty("sinceLastNanos") long sinceLastNanos) {
    public long twice() {
        return requests - distinct;
    }
}
