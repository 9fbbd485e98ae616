package io.tidings.export.log;

import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import io.tidings.export.window.PartitionProgress.UnsettledWindow;
import io.tidings.export.window.ReappendProgress;
import io.tidings.export.write.BlobWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends the rest of one window again, in as many transactions as needed. All but the last commit the start of the
 * window, with the batches that are appended; the last one commits its end. Confined to the poll thread.
 */
public final class WindowReappender implements WindowReader.BatchHandler {
    private final ExportedPartition partition;
    private final UnsettledWindow unsettled;
    private final DeadLetterConsumer deadLetters;
    private final Reappender reappender;
    private final BlobWriter writer;
    private final InstantSource clock;
    private final List<UnsettledBatch> left;
    private boolean refused;

    public WindowReappender(
            ExportedPartition partition,
            UnsettledWindow unsettled,
            DeadLetterConsumer deadLetters,
            Reappender reappender,
            BlobWriter writer,
            InstantSource clock) {
        this.partition = partition;
        this.unsettled = unsettled;
        this.deadLetters = deadLetters;
        this.reappender = reappender;
        this.writer = writer;
        this.clock = clock;
        this.left = new ArrayList<>(unsettled.batches());
    }

    @Override
    public boolean handles(BlobBatch batch, int number) {
        if (!unsettled.has(batch)) {
            return true;
        }
        if (refused) {
            return false;
        }
        appendAgain(batch);
        left.removeIf(each -> each.offset() == batch.offset());
        if (reappender.full()) {
            commitSo(new ReappendProgress(unsettled.window().end(), number));
        }
        return true;
    }

    private void appendAgain(BlobBatch batch) {
        var unavailable = writer.unavailable(UnsettledBatch.of(batch), unsettled.triedAt(), clock.instant());
        batch.only(letter -> !Reappender.fits(letter))
                .ifPresent(large -> writer.droppedAsTooLarge(large, partition.names()));
        batch.only(Reappender::fits).ifPresent(fitting -> {
            reappender.append(partition.partition(), fitting, partition.names().of(batch), unavailable);
            writer.appendedAgain(fitting);
        });
    }

    private void commitSo(ReappendProgress done) {
        if (deadLetters.commit(partition, unsettled.window().first(), done.text(), reappender)) {
            partition.progress().triedAgain(unsettled, left);
        } else {
            refused = true;
        }
    }

    public void finish() {
        if (refused) {
            return;
        }
        if (!reappender.begun()
                || deadLetters.commit(partition, partition.progress().committableWithoutOldest(), "", reappender)) {
            partition.progress().triedAgain(unsettled, List.of());
        }
    }
}
