package io.tidings.contract.timeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Instant;

/**
 * The events of a minute in one topic, or of one subscription.
 *
 * @param owner a topic, or {@code topic/subscription@uid}; without the uid in rows of earlier releases
 * @param delivered events
 * @param failed attempts
 * @param overcome those of the dead letters that were brought back, or delivered late
 */
public record ActiveMinute(
        Instant minute, String owner, long delivered, long failed, long deadLettered, long rejected, long overcome) {
    public ActiveMinute(Instant minute, String owner, long delivered, long failed, long deadLettered, long rejected) {
        this(minute, owner, delivered, failed, deadLettered, rejected, 0);
    }

    public ActiveMinute plus(ActiveMinute other) {
        return new ActiveMinute(
                minute,
                owner,
                delivered + other.delivered,
                failed + other.failed,
                deadLettered + other.deadLettered,
                rejected + other.rejected,
                overcome + other.overcome);
    }

    public ActiveMinute of(String other) {
        return new ActiveMinute(minute, other, delivered, failed, deadLettered, rejected, overcome);
    }

    /** An array, because there may be one for each topic and minute. */
    void write(ArrayNode all) {
        all.addArray()
                .add(minute.getEpochSecond())
                .add(owner)
                .add(delivered)
                .add(failed)
                .add(deadLettered)
                .add(rejected)
                .add(overcome);
    }

    static ActiveMinute read(RecordJson json) throws IOException {
        var array = json.json();
        var owner = array.path(1).textValue();
        if (owner == null) {
            throw new IOException("no owner in " + array);
        }
        return new ActiveMinute(
                Instant.ofEpochSecond(array.path(0).asLong()),
                owner,
                array.path(2).asLong(),
                array.path(3).asLong(),
                array.path(4).asLong(),
                array.path(5).asLong(),
                array.path(6).asLong()); // earlier releases did not say
    }
}
