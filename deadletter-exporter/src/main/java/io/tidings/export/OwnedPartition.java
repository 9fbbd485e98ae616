package io.tidings.export;

import io.tidings.export.window.BlobNames;
import io.tidings.export.window.PartitionProgress;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition while this exporter owns it; owned again, it is another one. Confined to the poll thread. */
final class OwnedPartition {
    private final TopicPartition partition;
    private final BlobNames names;
    private final PartitionProgress progress;
    private @Nullable Instant head;
    private Instant waitsUntil = Instant.MIN;
    private long judged;

    OwnedPartition(TopicPartition partition, BlobNames names, long committed) {
        this.partition = partition;
        this.names = names;
        this.progress = new PartitionProgress(committed);
        this.judged = committed;
    }

    TopicPartition partition() {
        return partition;
    }

    BlobNames names() {
        return names;
    }

    PartitionProgress progress() {
        return progress;
    }

    /** When the next record was appended; null while none was seen. */
    @Nullable
    Instant head() {
        return head;
    }

    void head(@Nullable Instant appended) {
        head = appended;
    }

    /** Before this the next window is not begun, although it is due. */
    Instant waitsUntil() {
        return waitsUntil;
    }

    void waitUntil(Instant time) {
        waitsUntil = time;
    }

    /** Whether a record is seen for the first time. Windows are read again, but nothing is rejected twice. */
    boolean firstSight(long offset) {
        boolean first = offset >= judged;
        judged = Math.max(judged, offset + 1);
        return first;
    }
}
