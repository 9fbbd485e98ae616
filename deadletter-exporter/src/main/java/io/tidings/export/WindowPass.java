package io.tidings.export;

import io.tidings.export.window.BlobLimits;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.Part;
import io.tidings.export.window.PartitionProgress.UnsettledPart;
import io.tidings.export.window.WindowCutter;
import io.tidings.export.window.WindowRule;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One reading of one window, first or again: its records are cut and written as they come. */
final class WindowPass {
    private final OwnedPartition partition;
    private final WindowCutter cutter;
    private final BlobWriter writer;
    private final RejectedRecords rejected;
    private final InstantSource clock;
    private final Function<Part, Optional<Instant>> since;
    private final List<UnsettledPart> left = new ArrayList<>();

    /** @param since when a part was tried first; empty when it is done with */
    WindowPass(
            OwnedPartition partition,
            WindowRule windows,
            Instant start,
            BlobWriter writer,
            RejectedRecords rejected,
            InstantSource clock,
            Function<Part, Optional<Instant>> since) {
        this.partition = partition;
        this.cutter = new WindowCutter(windows, BlobLimits.DEFAULT, start);
        this.writer = writer;
        this.rejected = rejected;
        this.clock = clock;
        this.since = since;
    }

    /** Whether the record belongs to the window; if so it is seen to. */
    boolean take(ConsumerRecord<byte[], byte[]> record) {
        if (!cutter.takes(Instant.ofEpochMilli(record.timestamp()))) {
            return false;
        }
        boolean firstSight = partition.firstSight(record.offset());
        switch (DeadLetter.read(record.offset(), record.headers(), record.value())) {
            case DeadLetter.Read.Legible(var letter) -> cutter.add(letter).forEach(this::settle);
            case DeadLetter.Read.Illegible(var reason, var sentence) -> {
                if (firstSight) {
                    rejected.add(record, reason, sentence);
                }
            }
        }
        return true;
    }

    /** The window has ended. */
    List<UnsettledPart> finish() {
        cutter.rest().forEach(this::settle);
        return List.copyOf(left);
    }

    private void settle(Part part) {
        since.apply(part).ifPresent(first -> {
            if (!writer.settle(part, partition.names(), first, clock.instant())) {
                left.add(new UnsettledPart(part.first().offset(), part.destination(), first));
            }
        });
    }
}
