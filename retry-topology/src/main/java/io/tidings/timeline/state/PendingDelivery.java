package io.tidings.timeline.state;

import io.tidings.contract.timeline.AttemptLine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A delivery that waits for its next attempt.
 *
 * @param published when its event was published; for lines of earlier releases the end of the attempt
 * @param ended of the attempt, from which the wait counts
 */
record PendingDelivery(Instant published, Instant ended, Instant due) {
    /** Returns empty if the delivery does not wait any longer, or its verdict was logged before. */
    static Optional<PendingDelivery> after(AttemptLine line) {
        var consequence = line.consequence();
        if (consequence == null || consequence.due() == null) {
            return Optional.empty();
        }
        var published = line.delivery().published();
        return Optional.of(
                new PendingDelivery(published == null ? line.ended() : published, line.ended(), consequence.due()));
    }

    Duration length() {
        return Duration.between(ended, due);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(published.toEpochMilli())
                .putLong(ended.toEpochMilli())
                .putLong(due.toEpochMilli())
                .array();
    }

    static PendingDelivery of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new PendingDelivery(
                Instant.ofEpochMilli(buffer.getLong()),
                Instant.ofEpochMilli(buffer.getLong()),
                Instant.ofEpochMilli(buffer.getLong()));
    }
}
