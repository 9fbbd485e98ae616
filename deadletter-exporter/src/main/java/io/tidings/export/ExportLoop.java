package io.tidings.export;

import io.tidings.export.DeadLetterLog.Passage;
import io.tidings.export.window.Part;
import io.tidings.export.window.PartitionProgress.Unsettled;
import io.tidings.export.window.PartitionProgress.UnsettledPart;
import io.tidings.export.window.Window;
import io.tidings.export.window.WindowRule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Exports the dead letters of the partitions this exporter owns.
 *
 * <pre>
 *   look ahead ──> is the window of the next record due? ──> read it to its end ──> cut ──> write ──> commit
 *        ^                                                                            │
 *        └─────── read again what a storage did not take, when it may take it <───────┘
 * </pre>
 *
 * A window is read only when it is due, so nothing is held while it waits: the log keeps it.
 */
final class ExportLoop implements Runnable, AutoCloseable {
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration TRANSACTION_PATIENCE = Duration.ofSeconds(1);

    private final DeadLetterLog log;
    private final WindowRule windows;
    private final BlobWriter writer;
    private final RejectedRecords rejected;
    private final InstantSource clock;
    private volatile boolean running = true;

    ExportLoop(
            DeadLetterLog log, WindowRule windows, BlobWriter writer, RejectedRecords rejected, InstantSource clock) {
        this.log = log;
        this.windows = windows;
        this.writer = writer;
        this.rejected = rejected;
        this.clock = clock;
    }

    @Override
    public void run() {
        try (log;
                rejected) {
            while (running) {
                log.lookAhead(anyDue() ? Duration.ZERO : IDLE);
                exportDueWindows();
                retryUnsettledParts();
            }
        }
    }

    /** Whether the group has told what this exporter owns. */
    boolean assigned() {
        return log.assigned();
    }

    /** Lets {@link #run} return after the blob it is writing. */
    @Override
    public void close() {
        running = false;
    }

    private void exportDueWindows() {
        for (var partition : log.owned()) {
            var head = partition.head();
            if (running && head != null && due(partition, windows.startOf(head))) {
                export(partition, windows.startOf(head));
            }
            log.commitProgress();
        }
    }

    private boolean anyDue() {
        return log.owned().stream().anyMatch(partition -> {
            var head = partition.head();
            return head != null && due(partition, windows.startOf(head));
        });
    }

    private boolean due(OwnedPartition partition, Instant start) {
        var now = clock.instant();
        return !now.isBefore(windows.dueAt(start))
                && !now.isBefore(partition.waitsUntil())
                && partition.progress().mayBegin(start);
    }

    /** The end of the log is asked for after the window is over, so what lies beyond is of a later one. */
    private void export(OwnedPartition partition, Instant start) {
        long first = partition.progress().next();
        long end = log.end(partition);
        var now = Optional.of(clock.instant());
        var pass = pass(partition, start, _ -> now);
        var passage = log.read(partition, first, end, pass::take, this::running);
        if (passage.isEmpty()) {
            partition.waitUntil(clock.instant().plus(TRANSACTION_PATIENCE));
            return;
        }
        var left = pass.finish();
        switch (passage.get()) {
            case Passage.Until(var record) -> {
                partition.progress().passed(new Window(start, first, record.offset(), false), left);
                partition.head(Instant.ofEpochMilli(record.timestamp()));
            }
            case Passage.Whole() -> {
                partition.progress().passed(new Window(start, first, end, true), left);
                partition.head(null);
            }
        }
    }

    /** One window of each partition a turn, so that a storage that comes back does not hold the others. */
    private void retryUnsettledParts() {
        for (var partition : log.owned()) {
            partition.progress().unsettled().stream()
                    .filter(this::worthTrying)
                    .findFirst()
                    .ifPresent(unsettled -> retry(partition, unsettled));
            log.commitProgress();
        }
    }

    private boolean worthTrying(Unsettled unsettled) {
        var now = clock.instant();
        return unsettled.parts().stream().anyMatch(part -> writer.worthTrying(part.destination(), part.since(), now));
    }

    private void retry(OwnedPartition partition, Unsettled unsettled) {
        var window = unsettled.window();
        var pass = pass(partition, window.start(), part -> since(unsettled, part));
        log.read(partition, window.first(), window.end(), pass::take, this::running)
                .ifPresent(_ -> partition.progress().triedAgain(window, pass.finish()));
    }

    private static Optional<Instant> since(Unsettled unsettled, Part part) {
        return unsettled.parts().stream()
                .filter(each -> each.first() == part.first().offset())
                .map(UnsettledPart::since)
                .findFirst();
    }

    private WindowPass pass(OwnedPartition partition, Instant start, Function<Part, Optional<Instant>> since) {
        return new WindowPass(partition, windows, start, writer, rejected, clock, since);
    }

    private boolean running() {
        return running;
    }
}
