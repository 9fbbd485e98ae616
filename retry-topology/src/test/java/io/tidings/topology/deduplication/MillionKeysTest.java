package io.tidings.topology.deduplication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.topology.deduplication.FirstEvent.KeyHash;
import io.tidings.topology.deduplication.FirstEvents.Place;
import io.tidings.topology.deduplication.FirstEvents.Room;
import io.tidings.topology.deduplication.FirstEvents.SharedRoom;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** B-DEDUP-3: what a million keys cost. */
class MillionKeysTest {
    private static final Logger log = LoggerFactory.getLogger(MillionKeysTest.class);
    private static final int KEYS = 1_000_000;
    private static final int BATCH = 1_000;
    private static final int SAMPLE = 200_000;
    private static final long MEGABYTE = 1024 * 1024;
    private static final TopicPartition EVENTS = new TopicPartition("tidings.events", 3);
    private static final Duration WINDOW = Duration.ofHours(1);

    @Test
    void aMillionKeysAreReadWithinTenSecondsAndTake128BytesEach() {
        long before = usedMemory();
        long begun = processorNanos();
        var first = new FirstEvents(KEYS, new Room(new AtomicLong(), KEYS), new SharedRoom(KEYS));
        for (int i = 0; i < KEYS; i++) {
            var read = FirstEvent.read(EVENTS, value(i)).orElseThrow();
            first.restore(read.key(), new Place(read.offset(), i));
        }
        long restored = processorNanos();
        assertThat(first.size()).isEqualTo(KEYS);
        long memory = usedMemory() - before;
        long asked = processorNanos();
        for (int i = 0; i < SAMPLE; i++) {
            assertRepeated(first, i);
        }
        long added = processorNanos();
        for (int i = KEYS; i < KEYS + SAMPLE; i++) {
            first.add(key(i), new Place(i, KEYS));
        }
        long end = processorNanos();
        long bytes = bytesInTheLog();
        log.info(
                "{} keys: {} MB of heap, {} MB on disk, read in {} ms; a duplicate takes {} ns, a first one {} ns",
                KEYS,
                memory / MEGABYTE,
                bytes / MEGABYTE,
                (restored - begun) / 1_000_000,
                (added - asked) / SAMPLE,
                (end - added) / SAMPLE);
        assertThat(bytes).isLessThan(64L * KEYS);
        assertThat(memory).isLessThan(128L * KEYS);
        assertThat(Duration.ofNanos(restored - begun)).isLessThan(Duration.ofSeconds(10));
    }

    private static byte[] value(int id) {
        return new FirstEvent(EVENTS, "orders", key(id), id, 1_764_345_600_000L + id / 10).recordValue();
    }

    /** As producers write a thousand at a time. */
    private static long bytesInTheLog() {
        long bytes = 0;
        for (int i = 0; i < SAMPLE; i += BATCH) {
            var records = new SimpleRecord[BATCH];
            for (int j = 0; j < BATCH; j++) {
                records[j] = new SimpleRecord(0, FirstEvent.recordKey(EVENTS), value(i + j));
            }
            bytes += MemoryRecords.withRecords(Compression.lz4().build(), records)
                    .sizeInBytes();
        }
        return bytes * KEYS / SAMPLE;
    }

    private static void assertRepeated(FirstEvents first, int id) {
        if (first.repeated(key(id), new Place(KEYS + id, KEYS), WINDOW).isEmpty()) {
            throw new AssertionError("event " + id + " is forgotten");
        }
    }

    private static KeyHash key(int id) {
        return KeyHash.of("8f14e45f-ceea-467f-a9d6-" + id);
    }

    /** Returns the processor time of this thread, which other tests on the machine do not change. */
    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long usedMemory() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
