package io.tidings.export;

import io.tidings.export.window.Part;
import io.tidings.export.window.PartitionProgress.Unsettled;
import io.tidings.export.window.PartitionProgress.UnsettledPart;
import io.tidings.export.window.PostponedParts;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends again what is left of one window, in as many transactions as it takes.
 *
 * <p>All but the last of them commit where the window begins, and say which parts of it are appended; the last one
 * commits behind the window. Confined to the poll thread.
 */
final class WindowPostponement implements WindowPass.Settler {
    private final OwnedPartition partition;
    private final Unsettled unsettled;
    private final DeadLetterLog log;
    private final Postponement postponement;
    private final BlobWriter writer;
    private final InstantSource clock;
    private final List<UnsettledPart> left;
    private boolean refused;

    WindowPostponement(
            OwnedPartition partition,
            Unsettled unsettled,
            DeadLetterLog log,
            Postponement postponement,
            BlobWriter writer,
            InstantSource clock) {
        this.partition = partition;
        this.unsettled = unsettled;
        this.log = log;
        this.postponement = postponement;
        this.writer = writer;
        this.clock = clock;
        this.left = new ArrayList<>(unsettled.batches());
    }

    @Override
    public boolean handles(Part part, int number) {
        if (!unsettled.has(part)) {
            return true;
        }
        if (refused) {
            return false;
        }
        appendAgain(part);
        left.removeIf(each -> each.offset() == part.offset());
        if (postponement.full()) {
            commitSo(new PostponedParts(unsettled.window().end(), number));
        }
        return true;
    }

    private void appendAgain(Part part) {
        var unavailable = writer.unavailable(UnsettledPart.of(part), unsettled.triedAt(), clock.instant());
        part.only(letter -> !Postponement.fits(letter)).ifPresent(writer::droppedAsTooLarge);
        part.only(Postponement::fits).ifPresent(fitting -> {
            postponement.append(
                    partition.partition(), fitting, partition.names().of(part), unavailable);
            writer.appendedAgain(fitting);
        });
    }

    private void commitSo(PostponedParts done) {
        if (log.commit(partition, unsettled.window().first(), done.text(), postponement)) {
            partition.progress().triedAgain(unsettled, left);
        } else {
            refused = true;
        }
    }

    /** The window was read to its end. */
    void finish() {
        if (refused) {
            return;
        }
        if (!postponement.begun()
                || log.commit(partition, partition.progress().committableWithoutOldest(), "", postponement)) {
            partition.progress().triedAgain(unsettled, List.of());
        }
    }
}
