package io.tidings.worker;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.commit.CountsWriter;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.dispatch.DispatcherFixture;
import io.tidings.worker.dispatch.Inbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: what is committed before partitions go to another worker. The clock goes on whenever it is read. */
class ProgressWriterTest {
    private static final Duration TRANSACTION = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(50);

    private final Inbox inbox = new Inbox(() -> {});
    private Duration passed = Duration.ZERO;
    private Duration commitEnds = Duration.ofDays(1);
    private Runnable commit = () -> {};

    private ClockReading now() {
        passed = passed.plus(STEP);
        if (passed.compareTo(commitEnds) >= 0) {
            commitEnds = Duration.ofDays(1);
            commit.run();
        }
        return new ClockReading(NOON.plus(passed), passed.toNanos());
    }

    /** #31: the next owner sent it again. */
    @Test
    void whatWasDeliveredBeforeARevocationIsCommittedThoughATransactionTakesSeconds() {
        try (var bench = new DispatcherFixture(Map.of())) {
            var commits = new CommitScheduler(
                    (_, done) -> {
                        commit = () -> done.accept(new Committed(List.of()));
                        commitEnds = passed.plus(TRANSACTION);
                    },
                    inbox,
                    new MockConsumer<byte[], byte[]>("none")::groupMetadata,
                    Duration.ZERO,
                    Duration.ZERO,
                    (_, _) -> {},
                    new UncommittedAge<>(),
                    new CountsWriter(new LadderRecords(bench.topics), _ -> true, _ -> 1));
            var writer = new ProgressWriter(bench.dispatcher, bench.breakers, commits, inbox, this::now, Duration.ZERO);
            bench.partition.ledger().started(0);
            bench.partition.results().finish(0);
            writer.drainRevoked(List.of(bench.partition), List.of(bench.partition));
            assertThat(bench.partition.results().committed()).isEqualTo(1);
            assertThat(passed).isGreaterThan(TRANSACTION);
        }
    }
}
