package io.tidings.export.log;

import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobLimits;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import io.tidings.export.window.WindowCutter;
import io.tidings.export.window.WindowRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads one window, for the first time or again, cuts its records into batches and passes them on. */
public final class WindowReader {
    private final ExportedPartition partition;
    private final WindowCutter cutter;
    private final RejectedRecords rejected;
    private final BatchHandler settler;
    private final List<UnsettledBatch> left = new ArrayList<>();
    private int parts;

    @FunctionalInterface
    public interface BatchHandler {
        /**
         * Handles the batches of a window in the order in which they are cut; returns whether the batch is finished.
         *
         * @param number of the batch in its window, from 1
         */
        boolean handles(BlobBatch batch, int number);
    }

    public WindowReader(
            ExportedPartition partition,
            WindowRule windows,
            Instant start,
            RejectedRecords rejected,
            BatchHandler settler) {
        this.partition = partition;
        this.cutter = new WindowCutter(windows, BlobLimits.DEFAULT, start);
        this.rejected = rejected;
        this.settler = settler;
    }

    /** Returns whether the record belongs to the window and was handled. */
    public boolean take(ConsumerRecord<byte[], byte[]> record) {
        var appended = Instant.ofEpochMilli(record.timestamp());
        if (!cutter.takes(appended)) {
            return false;
        }
        boolean firstSight = partition.firstSight(record.offset());
        switch (DeadLetter.read(record.offset(), appended, record.headers(), record.value())) {
            case DeadLetter.Read.Valid(var letter) -> cutter.add(letter).forEach(this::settle);
            case DeadLetter.Read.Elsewhere() -> {}
            case DeadLetter.Read.Malformed(var reason, var sentence) -> {
                if (firstSight) {
                    rejected.add(record, reason, sentence);
                }
            }
        }
        return true;
    }

    /** Returns whether records after the requested end may belong to this window. */
    public boolean awaits(Instant now) {
        return cutter.awaits(now);
    }

    /** Ends the window and returns its unfinished batches. */
    public List<UnsettledBatch> finish() {
        cutter.rest().forEach(this::settle);
        return List.copyOf(left);
    }

    private void settle(BlobBatch batch) {
        if (!settler.handles(batch, ++parts)) {
            left.add(UnsettledBatch.of(batch));
        }
    }
}
