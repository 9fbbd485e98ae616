package io.tidings.topology.match;

import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A record that matching writes. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MatchOutput(Sink sink, byte @Nullable [] key, byte @Nullable [] value, Instant time, Headers headers) {
    public enum Sink {
        DELIVERIES,
        REJECTED
    }
}
