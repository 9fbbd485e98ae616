package io.tidings.timeline.state;

import io.tidings.contract.delivery.EventSource;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of one of the logs.
 *
 * @param position where it lies
 * @param appended the broker's time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LogRecord(
        EventSource position, Instant appended, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {}
