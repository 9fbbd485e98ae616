package io.tidings.worker;

import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records of {@code waiting} at given offsets, on a thread and with a consumer of its own, which has no group. The
 * offsets are those of committed records, so it need not wait for open transactions before them. Reports on the poll
 * thread.
 */
final class WaitingReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WaitingReader.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private static final long MOST_BYTES = 8L << 20;

    /** Offsets that are read through rather than skipped: a seek costs a request. */
    private static final int READ_THROUGH = 200;

    private final KafkaClients clients;
    private final Executor pollThread;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("waiting-reader").unstarted(task));
    private volatile boolean closed;
    private org.apache.kafka.clients.consumer.@Nullable Consumer<byte[], byte[]> consumer;

    WaitingReader(KafkaClients clients, Executor pollThread) {
        this.clients = clients;
        this.pollThread = pollThread;
    }

    /**
     * The records that were read.
     *
     * @param records by their offsets
     * @param read the offset up to which all wanted offsets were looked at: those without a record have none
     */
    record Found(Map<Long, ConsumerRecord<byte[], byte[]>> records, long read) {
        static final Found NOTHING = new Found(Map.of(), 0);
    }

    void read(TopicPartition partition, Collection<Long> offsets, Consumer<Found> report) {
        run(() -> found(partition, offsets), Found.NOTHING, report);
    }

    private <T> void run(Supplier<T> task, T otherwise, Consumer<T> report) {
        thread.execute(() -> {
            try {
                var result = task.get();
                pollThread.execute(() -> report.accept(result));
            } catch (KafkaException e) {
                if (!closed) {
                    log.warn("waiting deliveries could not be read; reading is tried again: {}", e.getMessage());
                    pollThread.execute(() -> report.accept(otherwise));
                }
            } catch (RuntimeException | Error e) { // deliveries that are never read again must not look alive
                pollThread.execute(() -> {
                    throw e;
                });
            }
        });
    }

    private Found found(TopicPartition partition, Collection<Long> offsets) {
        var reading = opened();
        var wanted = new TreeSet<>(offsets);
        var records = new HashMap<Long, ConsumerRecord<byte[], byte[]>>();
        reading.assign(List.of(partition));
        reading.seek(partition, wanted.first());
        long begun = System.nanoTime();
        long read = 0;
        long bytes = 0;
        while (!wanted.isEmpty() && !closed && System.nanoTime() - begun < LONGEST.toNanos()) {
            try {
                for (var record : reading.poll(POLL)) {
                    if (wanted.remove(record.offset())) {
                        records.put(record.offset(), record);
                        bytes += record.serializedValueSize();
                    }
                }
                read = reading.position(partition);
                if (bytes > MOST_BYTES) {
                    return new Found(records, read);
                }
                wanted.headSet(read).clear();
                if (!wanted.isEmpty() && wanted.first() - read > READ_THROUGH) {
                    reading.seek(partition, wanted.first());
                }
            } catch (OffsetOutOfRangeException e) {
                long start = beginning(partition);
                if (wanted.first() >= start) { // the log has lost its end
                    return new Found(records, Long.MAX_VALUE);
                }
                wanted.headSet(start).clear();
                read = start;
                reading.seek(partition, wanted.isEmpty() ? start : wanted.first());
            }
        }
        return new Found(records, wanted.isEmpty() ? Long.MAX_VALUE : read);
    }

    private long beginning(TopicPartition partition) {
        return opened().beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }

    /** Reports the offset of the first record that was appended at or after a time; {@link Long#MAX_VALUE} if there is none. */
    void offsetAt(TopicPartition partition, long time, Consumer<Long> report) {
        run(
                () -> {
                    var found =
                            opened().offsetsForTimes(Map.of(partition, time)).get(partition);
                    return found == null ? Long.MAX_VALUE : found.offset();
                },
                0L,
                report);
    }

    private org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> opened() {
        var known = consumer;
        if (known == null) {
            known = clients.consumer(Map.of(
                    "client.id",
                    "tidings-waiting-reader",
                    "enable.auto.commit",
                    false,
                    "isolation.level",
                    "read_uncommitted",
                    "auto.offset.reset",
                    "none",
                    "default.api.timeout.ms",
                    10_000,
                    "max.partition.fetch.bytes",
                    256 * 1024,
                    "max.poll.records",
                    1_000));
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
