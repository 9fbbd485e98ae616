package io.tidings.worker;

import io.tidings.runtime.kafka.AsideReader;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads records of {@code waiting} at given offsets. The offsets are those of committed records, so it need not wait for
 * open transactions before them.
 */
final class WaitingReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private static final long MOST_BYTES = 8L << 20;

    /** Offsets that are read through rather than skipped: a seek costs a request. */
    private static final int READ_THROUGH = 200;

    private static final Map<String, Object> SETTINGS = Map.of(
            "isolation.level",
            "read_uncommitted",
            "auto.offset.reset",
            "none",
            // The last read fetches ahead at the end of a log; the next one must not wait for that fetch.
            "fetch.max.wait.ms",
            10,
            "max.partition.fetch.bytes",
            256 * 1024,
            "max.poll.records",
            1_000);

    private final AsideReader log;

    WaitingReader(KafkaClients clients, Executor pollThread) {
        log = new AsideReader("waiting-reader", clients, SETTINGS, pollThread);
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
        log.run(
                reading -> found(partition, offsets, reading),
                found -> report.accept(found == null ? Found.NOTHING : found));
    }

    private Found found(
            TopicPartition partition,
            Collection<Long> offsets,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reading) {
        var wanted = new TreeSet<>(offsets);
        var records = new HashMap<Long, ConsumerRecord<byte[], byte[]>>();
        reading.assign(List.of(partition));
        reading.seek(partition, wanted.first());
        long begun = System.nanoTime();
        long read = 0;
        long bytes = 0;
        while (!wanted.isEmpty() && log.goesOn(begun)) {
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
                long start = reading.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
                if (wanted.first() >= start) { // the log has lost its end
                    return new Found(records, Long.MAX_VALUE);
                }
                wanted.headSet(start).clear();
                read = start;
                reading.seek(partition, wanted.isEmpty() ? start : wanted.first());
            }
        }
        boolean ended = wanted.isEmpty() || end(partition, reading) <= wanted.first();
        return new Found(records, ended ? Long.MAX_VALUE : read);
    }

    /** A read at the very end of a log is not out of its range. */
    private static long end(
            TopicPartition partition, org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> reading) {
        return reading.endOffsets(List.of(partition)).getOrDefault(partition, Long.MAX_VALUE);
    }

    /** Reports the offset of the first record that was appended at or after a time; {@link Long#MAX_VALUE} if there is none. */
    void offsetAt(TopicPartition partition, long time, Consumer<Long> report) {
        log.run(
                reading -> {
                    var found = reading.offsetsForTimes(Map.of(partition, time)).get(partition);
                    return found == null ? Long.MAX_VALUE : found.offset();
                },
                offset -> report.accept(offset == null ? 0L : offset));
    }

    @Override
    public void close() {
        log.close();
    }
}
