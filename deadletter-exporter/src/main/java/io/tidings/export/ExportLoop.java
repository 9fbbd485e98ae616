package io.tidings.export;

import io.tidings.export.log.DeadLetterConsumer;
import io.tidings.export.log.DeadLetterConsumer.ReadResult;
import io.tidings.export.log.ExportedPartition;
import io.tidings.export.log.Reappender;
import io.tidings.export.log.RejectedRecords;
import io.tidings.export.log.WindowReader;
import io.tidings.export.log.WindowReappender;
import io.tidings.export.window.PartitionProgress.UnsettledWindow;
import io.tidings.export.window.ReappendProgress;
import io.tidings.export.window.Window;
import io.tidings.export.window.WindowRule;
import io.tidings.export.write.BlobWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Optional;

/**
 * Exports the dead letters of the partitions this exporter owns. A window is read only when it is due, so waiting records
 * take no memory.
 *
 * <pre>
 *   look ahead ──> is the window of the next record due? ──> read it to its end ──> cut ──> write ──> commit
 *        ^                                                                            │
 *        ├─────── read again what a storage did not accept, after a backoff <─────────┤
 *        └─────── append again what it did not accept for too long <──────────────────┘
 * </pre>
 */
final class ExportLoop implements Runnable {
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration TRANSACTION_PATIENCE = Duration.ofSeconds(1);

    private final DeadLetterConsumer deadLetters;
    private final WindowRule windows;
    private final Duration hold;
    private final BlobWriter writer;
    private final Reappender reappender;
    private final RejectedRecords rejected;
    private final ExportClock clocks;
    private final InstantSource clock;
    private int round;
    private volatile boolean running = true;

    ExportLoop(
            DeadLetterConsumer deadLetters,
            WindowRule windows,
            Duration hold,
            BlobWriter writer,
            Reappender reappender,
            RejectedRecords rejected,
            ExportClock clocks) {
        this.deadLetters = deadLetters;
        this.windows = windows;
        this.hold = hold;
        this.writer = writer;
        this.reappender = reappender;
        this.rejected = rejected;
        this.clocks = clocks;
        this.clock = clocks.monotonic();
    }

    @Override
    public void run() {
        while (running) {
            deadLetters.lookAhead(anyDue() ? Duration.ZERO : IDLE);
            exportDueWindows();
            retryUnsettledParts();
            postponeUnsettledParts();
        }
    }

    /** Returns whether the group has assigned partitions, or none, and the clocks agree. */
    boolean ready() {
        return running && deadLetters.assigned() && clocks.agree();
    }

    /** Makes {@link #run} return after the blob that it is writing. */
    void stop() {
        running = false;
    }

    private void exportDueWindows() {
        for (var partition : deadLetters.owned()) {
            var head = partition.head();
            if (running && head != null && partition.due(windows, clock.instant())) {
                export(partition, windows.startOf(head));
            }
            deadLetters.commitProgress();
        }
        clocks.compare(deadLetters.owned().stream().map(each -> each.brokersNow(clock.instant())));
    }

    private boolean anyDue() {
        return deadLetters.owned().stream().anyMatch(partition -> partition.due(windows, clock.instant()));
    }

    /** Reads the end of the log after the window is over, so that all later records belong to later windows. */
    private void export(ExportedPartition partition, Instant start) {
        long first = partition.progress().next();
        var postponed = partition.progress().postponed();
        long end = postponed.map(ReappendProgress::end).orElseGet(() -> deadLetters.end(partition));
        var tried = clock.instant();
        var reader = pass(
                partition,
                start,
                (batch, number) -> postponed.filter(done -> done.has(number)).isPresent()
                        || writer.settle(batch, partition.names(), tried));
        var passage = deadLetters.read(partition, first, end, reader::take, this::running);
        if (passage.isEmpty() || (passage.get() instanceof ReadResult.Complete && reader.awaits(clock.instant()))) {
            partition.waitUntil(clock.instant().plus(TRANSACTION_PATIENCE));
            return;
        }
        var left = reader.finish();
        switch (passage.get()) {
            case ReadResult.StoppedAt(var record) -> {
                partition.progress().passed(new Window(start, first, record.offset(), false), left, tried);
                partition.head(Instant.ofEpochMilli(record.timestamp()));
            }
            case ReadResult.Complete() -> {
                partition.progress().passed(new Window(start, first, end, true), left, tried);
                partition.head(null);
            }
        }
    }

    /**
     * Retries one window of each partition, so that a storage that comes back does not delay others, and begins with
     * another partition each time, so that each gets its share of the requests to a slow storage.
     */
    private void retryUnsettledParts() {
        var partitions = new ArrayList<>(deadLetters.owned());
        Collections.rotate(partitions, ++round);
        for (var partition : partitions) {
            partition.progress().unsettled().stream()
                    .filter(this::worthTrying)
                    .findFirst()
                    .ifPresent(unsettled -> retry(partition, unsettled));
            deadLetters.commitProgress();
        }
    }

    private boolean worthTrying(UnsettledWindow unsettled) {
        return unsettled.batches().stream().anyMatch(part -> writer.worthTrying(part, unsettled.triedAt()));
    }

    private void retry(ExportedPartition partition, UnsettledWindow unsettled) {
        var reader = pass(
                partition,
                unsettled.window().start(),
                (batch, _) -> !unsettled.has(batch) || writer.settle(batch, partition.names(), unsettled.triedAt()));
        read(partition, unsettled, reader).ifPresent(_ -> partition.progress().triedAgain(unsettled, reader.finish()));
    }

    /** Postpones only the oldest window, because commits pass windows in their order. */
    private void postponeUnsettledParts() {
        for (var partition : deadLetters.owned()) {
            partition.progress().unsettled().stream()
                    .findFirst()
                    .filter(oldest -> !clock.instant().isBefore(oldest.triedAt().plus(hold)))
                    .ifPresent(oldest -> postpone(partition, oldest));
        }
    }

    private void postpone(ExportedPartition partition, UnsettledWindow unsettled) {
        var again = new WindowReappender(partition, unsettled, deadLetters, reappender, writer, clock);
        var reader = pass(partition, unsettled.window().start(), again);
        try {
            if (read(partition, unsettled, reader).isPresent()) {
                reader.finish();
                again.finish();
            }
        } finally {
            reappender.abort(); // does nothing after a commit
        }
    }

    private Optional<ReadResult> read(ExportedPartition partition, UnsettledWindow unsettled, WindowReader reader) {
        var window = unsettled.window();
        return deadLetters.read(partition, window.first(), window.end(), reader::take, this::running);
    }

    private WindowReader pass(ExportedPartition partition, Instant start, WindowReader.BatchHandler settler) {
        return new WindowReader(partition, windows, start, rejected, (batch, number) -> {
            deadLetters.stayInGroup();
            return settler.handles(batch, number);
        });
    }

    private boolean running() {
        return running;
    }
}
