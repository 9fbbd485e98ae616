package io.tidings.export.log;

import io.tidings.contract.BrokerClock;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.PartitionProgress;
import io.tidings.export.window.ReappendProgress;
import io.tidings.export.window.WindowRule;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition during one period of ownership. Confined to the poll thread. */
public final class ExportedPartition {
    private final TopicPartition partition;
    private final BlobNames names;
    private final PartitionProgress progress;
    private final BrokerClock brokerClock = new BrokerClock();
    private @Nullable Instant head;
    private boolean headSeen;
    private Instant waitsUntil = Instant.MIN;
    private long judged;

    ExportedPartition(TopicPartition partition, BlobNames names, long committed, @Nullable ReappendProgress progress) {
        this.partition = partition;
        this.names = names;
        this.progress = new PartitionProgress(committed, progress);
        this.judged = committed;
    }

    TopicPartition partition() {
        return partition;
    }

    public BlobNames names() {
        return names;
    }

    public PartitionProgress progress() {
        return progress;
    }

    /** The append time of the next record; null before one was seen. */
    @Nullable
    public Instant head() {
        return head;
    }

    public void head(@Nullable Instant appended) {
        head = appended;
        headSeen = false;
    }

    /** Returns the present time of the broker that stamps these records, as far as they show it. */
    public Instant brokersNow(Instant now) {
        if (head != null && !headSeen) {
            brokerClock.read(head, now);
            headSeen = true;
        }
        return brokerClock.now(now);
    }

    /** Returns whether the window of the next record is due, by the broker's clock. */
    public boolean due(WindowRule windows, Instant now) {
        return head != null
                && !brokersNow(now).isBefore(windows.dueAt(windows.startOf(head)))
                && !now.isBefore(waitsUntil)
                && progress.mayBegin(windows.startOf(head));
    }

    /** Delays the next window, although it is due. */
    public void waitUntil(Instant time) {
        waitsUntil = time;
    }

    /** Returns false for a record of a window that is read again, so that it is not rejected twice. */
    boolean firstSight(long offset) {
        boolean first = offset >= judged;
        judged = Math.max(judged, offset + 1);
        return first;
    }
}
