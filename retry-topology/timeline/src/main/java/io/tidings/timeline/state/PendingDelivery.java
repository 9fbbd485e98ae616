package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.timeline.AttemptLine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that waits for its next attempt.
 *
 * @param published when its event was published; for lines of earlier releases the end of the attempt
 * @param ended of the attempt, from which the wait counts
 * @param uid of the subscription; empty in rows of earlier releases
 */
record PendingDelivery(Instant published, Instant ended, Instant due, String uid) {
    /** Returns empty if the delivery does not wait any longer, or its verdict was logged before. */
    static Optional<PendingDelivery> after(AttemptLine line) {
        var consequence = line.consequence();
        if (consequence == null || consequence.due() == null) {
            return Optional.empty();
        }
        var published = line.delivery().published();
        return Optional.of(new PendingDelivery(
                published == null ? line.ended() : published,
                line.ended(),
                consequence.due(),
                Objects.requireNonNullElse(line.delivery().subscriptionUid(), "")));
    }

    /** @param which null for any */
    boolean isOf(@Nullable String which) {
        return which == null || uid.isEmpty() || uid.equals(which);
    }

    Duration length() {
        return Duration.between(ended, due);
    }

    byte[] bytes() {
        var name = uid.getBytes(UTF_8);
        return ByteBuffer.allocate(3 * Long.BYTES + name.length)
                .putLong(published.toEpochMilli())
                .putLong(ended.toEpochMilli())
                .putLong(due.toEpochMilli())
                .put(name)
                .array();
    }

    static PendingDelivery of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new PendingDelivery(
                Instant.ofEpochMilli(buffer.getLong()),
                Instant.ofEpochMilli(buffer.getLong()),
                Instant.ofEpochMilli(buffer.getLong()),
                UTF_8.decode(buffer).toString());
    }
}
