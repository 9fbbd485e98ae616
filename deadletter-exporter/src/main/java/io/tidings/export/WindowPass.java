package io.tidings.export;

import io.tidings.export.window.BlobLimits;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.Part;
import io.tidings.export.window.PartitionProgress.UnsettledPart;
import io.tidings.export.window.WindowCutter;
import io.tidings.export.window.WindowRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One reading of one window, first or again: its records are cut, and the parts seen to, as they come. */
final class WindowPass {
    private final OwnedPartition partition;
    private final WindowCutter cutter;
    private final RejectedRecords rejected;
    private final Settler settler;
    private final List<UnsettledPart> left = new ArrayList<>();
    private int parts;

    /** Sees to the parts of a window, in the order in which they are cut. */
    @FunctionalInterface
    interface Settler {
        /**
         * Whether a part is done with now.
         *
         * @param number of the part in its window, from 1
         */
        boolean handles(Part part, int number);
    }

    WindowPass(OwnedPartition partition, WindowRule windows, Instant start, RejectedRecords rejected, Settler settler) {
        this.partition = partition;
        this.cutter = new WindowCutter(windows, BlobLimits.DEFAULT, start);
        this.rejected = rejected;
        this.settler = settler;
    }

    /** Whether the record belongs to the window; if so it is seen to. */
    boolean take(ConsumerRecord<byte[], byte[]> record) {
        var appended = Instant.ofEpochMilli(record.timestamp());
        if (!cutter.takes(appended)) {
            return false;
        }
        boolean firstSight = partition.firstSight(record.offset());
        switch (DeadLetter.read(record.offset(), appended, record.headers(), record.value())) {
            case DeadLetter.Read.Legible(var letter) -> cutter.add(letter).forEach(this::settle);
            case DeadLetter.Read.Illegible(var reason, var sentence) -> {
                if (firstSight) {
                    rejected.add(record, reason, sentence);
                }
            }
        }
        return true;
    }

    /** Whether the log goes on with what belongs to this window, although the end that was asked for is reached. */
    boolean awaits(Instant now) {
        return cutter.awaits(now);
    }

    /** The window has ended. */
    List<UnsettledPart> finish() {
        cutter.rest().forEach(this::settle);
        return List.copyOf(left);
    }

    private void settle(Part part) {
        if (!settler.handles(part, ++parts)) {
            left.add(UnsettledPart.of(part));
        }
    }
}
