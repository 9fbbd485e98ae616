package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads tiers ahead of the loop, on a thread and with a consumer of its own, which has no group and commits nothing. Runs
 * one task at a time and reports on the poll thread.
 */
public final class TierScanner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TierScanner.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final Executor pollThread;
    private final Supplier<ClockReading> clock;
    private final DeliveryReader reader = new DeliveryReader();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("tier-scanner").unstarted(task));
    private volatile boolean closed;
    private @Nullable Consumer<byte[], byte[]> consumer;

    public TierScanner(KafkaClients clients, Executor pollThread, Supplier<ClockReading> clock) {
        this.clients = clients;
        this.pollThread = pollThread;
        this.clock = clock;
    }

    /** Reports the ends of partitions, without records of open transactions; null if they cannot be read. */
    void ends(
            Collection<TopicPartition> partitions,
            BiConsumer<@Nullable Map<TopicPartition, Long>, ClockReading> report) {
        run(() -> ends(partitions), report);
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        var reading = opened();
        reading.assign(partitions); // else the client warns of ends that it does not keep
        return reading.endOffsets(partitions);
    }

    /** Reports what was found; null if the tier cannot be read. */
    void scan(TierScan scan, BiConsumer<TierScan.@Nullable Found, ClockReading> report) {
        run(() -> found(scan), report);
    }

    private <T> void run(Supplier<T> task, BiConsumer<@Nullable T, ClockReading> report) {
        thread.execute(() -> {
            try {
                var result = task.get();
                pollThread.execute(() -> report.accept(result, clock.get()));
            } catch (KafkaException e) {
                if (!closed) {
                    log.warn("a tier could not be read ahead; reading is tried again: {}", e.getMessage());
                    pollThread.execute(() -> report.accept(null, clock.get()));
                }
            } catch (RuntimeException | Error e) { // a recovery that never ends must not look alive
                pollThread.execute(() -> {
                    throw e;
                });
            }
        });
    }

    private TierScan.Found found(TierScan scan) {
        var reading = opened();
        var partition = scan.partition();
        reading.assign(List.of(partition));
        reading.seek(partition, scan.from());
        var examination = scan.new Examination(reader);
        long begun = System.nanoTime();
        long position = scan.from();
        while (position < scan.end() && !closed && System.nanoTime() - begun < LONGEST.toNanos()) {
            for (var record : reading.poll(POLL)) {
                if (record.offset() >= scan.end()) {
                    return examination.found(scan.end());
                }
                examination.examine(record);
                if (examination.full()) {
                    return examination.found(record.offset() + 1);
                }
            }
            position = reading.position(partition);
        }
        return examination.found(Math.min(position, scan.end()));
    }

    private Consumer<byte[], byte[]> opened() {
        var known = consumer;
        if (known == null) {
            known = clients.consumer(Map.of(
                    "client.id",
                    "tidings-tier-scanner",
                    "enable.auto.commit",
                    false,
                    "isolation.level",
                    "read_committed",
                    "auto.offset.reset",
                    "earliest", // what was purged is finished
                    "default.api.timeout.ms",
                    10_000,
                    "max.partition.fetch.bytes",
                    512 * 1024,
                    "fetch.max.bytes",
                    512 * 1024,
                    "max.poll.records",
                    500));
            consumer = known;
        }
        return known;
    }

    /** Does not wait for a broker. */
    @Override
    public void close() {
        closed = true;
        thread.execute(() -> {
            var known = consumer;
            if (known != null) {
                known.close(CloseOptions.timeout(Duration.ZERO));
            }
        });
        thread.shutdown();
    }
}
