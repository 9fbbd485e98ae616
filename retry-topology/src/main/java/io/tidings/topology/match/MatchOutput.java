package io.tidings.topology.match;

import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that matching writes.
 *
 * @param lane of the subscription; the partition of lane 0 is that of the key
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MatchOutput(
        Sink sink, byte @Nullable [] key, int lane, byte @Nullable [] value, Instant time, Headers headers) {
    public enum Sink {
        DELIVERIES,
        REJECTED,
        DEDUPLICATION
    }
}
