package io.tidings.export;

import io.tidings.export.DeadLetterLog.Passage;
import io.tidings.export.window.PartitionProgress.Unsettled;
import io.tidings.export.window.PostponedParts;
import io.tidings.export.window.Window;
import io.tidings.export.window.WindowRule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Optional;

/**
 * Exports the dead letters of the partitions this exporter owns.
 *
 * <pre>
 *   look ahead ──> is the window of the next record due? ──> read it to its end ──> cut ──> write ──> commit
 *        ^                                                                            │
 *        ├─────── read again what a storage did not take, when it may take it <───────┤
 *        └─────── appended again what it did not take for too long <──────────────────┘
 * </pre>
 *
 * A window is read only when it is due, so nothing is held while it waits: the log keeps it.
 */
final class ExportLoop implements Runnable {
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration TRANSACTION_PATIENCE = Duration.ofSeconds(1);

    private final DeadLetterLog log;
    private final WindowRule windows;
    private final Duration hold;
    private final BlobWriter writer;
    private final Postponement postponement;
    private final RejectedRecords rejected;
    private final ClockWatch clocks;
    private final InstantSource clock;
    private int turns;
    private volatile boolean running = true;

    ExportLoop(
            DeadLetterLog log,
            ExporterConfig.Export export,
            BlobWriter writer,
            Postponement postponement,
            RejectedRecords rejected,
            ClockWatch clocks) {
        this.log = log;
        this.windows = export.windows();
        this.hold = export.hold();
        this.writer = writer;
        this.postponement = postponement;
        this.rejected = rejected;
        this.clocks = clocks;
        this.clock = clocks.steady();
    }

    @Override
    public void run() {
        while (running) {
            log.lookAhead(anyDue() ? Duration.ZERO : IDLE);
            exportDueWindows();
            retryUnsettledParts();
            postponeUnsettledParts();
        }
    }

    /** Returns true once the group has assigned partitions, or none, and no clock is off. */
    boolean ready() {
        return running && log.assigned() && clocks.agree();
    }

    /** Lets {@link #run} return after the blob it is writing. */
    void stop() {
        running = false;
    }

    private void exportDueWindows() {
        for (var partition : log.owned()) {
            var head = partition.head();
            if (running && head != null && partition.due(windows, clock.instant())) {
                export(partition, windows.startOf(head));
            }
            log.commitProgress();
        }
        clocks.compare(log.owned().stream().map(each -> each.brokersNow(clock.instant())));
    }

    private boolean anyDue() {
        return log.owned().stream().anyMatch(partition -> partition.due(windows, clock.instant()));
    }

    /** The end of the log is asked for after the window is over, so what lies beyond is of a later one. */
    private void export(OwnedPartition partition, Instant start) {
        long first = partition.progress().next();
        var postponed = partition.progress().postponed();
        long end = postponed.map(PostponedParts::end).orElseGet(() -> log.end(partition));
        var tried = clock.instant();
        var pass = pass(
                partition,
                start,
                (part, number) -> postponed.filter(done -> done.has(number)).isPresent()
                        || writer.settle(part, partition.names().of(part), tried));
        var passage = log.read(partition, first, end, pass::take, this::running);
        if (passage.isEmpty() || (passage.get() instanceof Passage.Whole && pass.awaits(clock.instant()))) {
            partition.waitUntil(clock.instant().plus(TRANSACTION_PATIENCE));
            return;
        }
        var left = pass.finish();
        switch (passage.get()) {
            case Passage.Until(var record) -> {
                partition.progress().passed(new Window(start, first, record.offset(), false), left, tried);
                partition.head(Instant.ofEpochMilli(record.timestamp()));
            }
            case Passage.Whole() -> {
                partition.progress().passed(new Window(start, first, end, true), left, tried);
                partition.head(null);
            }
        }
    }

    /**
     * One window of each partition a turn, so that a storage that comes back does not hold the others; another
     * partition first each turn, so that each gets its share of the requests to a slow storage.
     */
    private void retryUnsettledParts() {
        var partitions = new ArrayList<>(log.owned());
        Collections.rotate(partitions, ++turns);
        for (var partition : partitions) {
            partition.progress().unsettled().stream()
                    .filter(this::worthTrying)
                    .findFirst()
                    .ifPresent(unsettled -> retry(partition, unsettled));
            log.commitProgress();
        }
    }

    private boolean worthTrying(Unsettled unsettled) {
        return unsettled.batches().stream().anyMatch(part -> writer.worthTrying(part, unsettled.triedAt()));
    }

    private void retry(OwnedPartition partition, Unsettled unsettled) {
        var pass = pass(
                partition,
                unsettled.window().start(),
                (part, _) -> !unsettled.has(part)
                        || writer.settle(part, partition.names().of(part), unsettled.triedAt()));
        read(partition, unsettled, pass).ifPresent(_ -> partition.progress().triedAgain(unsettled, pass.finish()));
    }

    /** The oldest window only, for a commit passes windows in their order. */
    private void postponeUnsettledParts() {
        for (var partition : log.owned()) {
            partition.progress().unsettled().stream()
                    .findFirst()
                    .filter(oldest -> !clock.instant().isBefore(oldest.triedAt().plus(hold)))
                    .ifPresent(oldest -> postpone(partition, oldest));
        }
    }

    private void postpone(OwnedPartition partition, Unsettled unsettled) {
        var again = new WindowPostponement(partition, unsettled, log, postponement, writer, clock);
        var pass = pass(partition, unsettled.window().start(), again);
        try {
            if (read(partition, unsettled, pass).isPresent()) {
                pass.finish();
                again.finish();
            }
        } finally {
            postponement.abort(); // nothing is left to abort unless it was not committed
        }
    }

    private Optional<Passage> read(OwnedPartition partition, Unsettled unsettled, WindowPass pass) {
        var window = unsettled.window();
        return log.read(partition, window.first(), window.end(), pass::take, this::running);
    }

    private WindowPass pass(OwnedPartition partition, Instant start, WindowPass.Settler settler) {
        return new WindowPass(partition, windows, start, rejected, (part, number) -> {
            log.stayInGroup();
            return settler.handles(part, number);
        });
    }

    private boolean running() {
        return running;
    }
}
