package io.tidings.topology.match;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that holds an event, as it was read.
 *
 * @param topic that a source's record belongs to, whatever its headers say; null if they say it
 * @param appended when the broker appended it; null if that is unknown, and the time to live counts from the matching
 * @param only the name of the only subscription that gets the event, whatever its filter says; null for all
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ReadRecord(
        EventSource source,
        @Nullable String topic,
        @Nullable Instant appended,
        @Nullable String only,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers) {

    /** The context of the record is that of the latest step; the event may name only its first. */
    @Nullable
    TraceContext trace(Event event) {
        var ofRecord = trace();
        return ofRecord == null ? event.trace() : ofRecord;
    }

    @Nullable
    TraceContext trace() {
        var parent = HeaderText.of(headers, HeaderNames.TRACEPARENT);
        return parent == null ? null : TraceContext.of(parent, HeaderText.of(headers, HeaderNames.TRACESTATE));
    }
}
