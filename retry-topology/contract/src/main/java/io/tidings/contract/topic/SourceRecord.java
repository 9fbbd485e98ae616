package io.tidings.contract.topic;

import io.tidings.contract.delivery.EventSource;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of a source as its producer wrote it.
 *
 * @param time the record's timestamp; the epoch if it has none
 * @param value null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SourceRecord(
        EventSource at, Instant time, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {}
