package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.kafka.RangeReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the audit log block by block, from its end to its beginning. The consumer is opened by the first request, and
 * used by one at a time. Thread-safe.
 */
public final class AuditHistory implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FETCH = Duration.ofMillis(500);
    private static final int BLOCK = 500;
    private static final int MOST_READ = 20_000;
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    /** A change is recorded after it was made, and by another clock than that of the next one. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private final KafkaClients clients;
    private final PartitionLogs logs;
    private final TopicPartition partition;
    private final int mostRead;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable RangeReader reader;
    private boolean closed;

    public AuditHistory(KafkaClients clients, Admin admin, String topic) {
        this(clients, admin, topic, MOST_READ);
    }

    /** @param mostRead the number of records after which a page ends, however few of them are wanted */
    AuditHistory(KafkaClients clients, Admin admin, String topic, int mostRead) {
        this.clients = clients;
        logs = new PartitionLogs(admin).within(PATIENCE);
        partition = new TopicPartition(topic, 0);
        this.mostRead = mostRead;
    }

    record Entry(long offset, ObjectNode json, int bytes) {}

    /**
     * @param entries the newest first
     * @param next the offset before which the next page begins; null if there is none
     * @param searchedTo how far back the log was searched, if that is why the page ends; null otherwise
     */
    record Page(
            List<Entry> entries,
            @Nullable Long next,
            @Nullable Instant searchedTo) {
        Page {
            entries = List.copyOf(entries);
        }
    }

    /**
     * @param visible whether the reader may see a record
     * @throws KafkaException if the log cannot be read now
     */
    Page read(AuditSelection selection, Predicate<ObjectNode> visible) {
        try {
            if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TimeoutException("other requests read the audit log");
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        try {
            return readAlone(selection, visible);
        } catch (KafkaException e) {
            closeReader();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private Page readAlone(AuditSelection selection, Predicate<ObjectNode> visible) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        var range = range(selection);
        long end = range.end();
        long stop = end - mostRead;
        var page = new ArrayList<Entry>();
        var block = new Block(selection, visible);
        Instant searchedTo = null;
        while (end > Math.max(range.start(), stop)) {
            var next = new OffsetRange(partition, Math.max(range.start(), end - BLOCK), end);
            if (!read(next, block, page, deadline)) {
                if (end == range.end()) {
                    throw new TimeoutException("the audit log was not readable within " + PATIENCE);
                }
                break;
            }
            page.addAll(block.found.reversed());
            if (block.cut || page.size() == selection.top()) {
                boolean more = block.cut || next.start() > range.start();
                return new Page(page, more ? Math.min(end, page.getLast().offset()) : null, null);
            }
            end = next.start();
            searchedTo = block.begin;
        }
        return end > range.start() ? new Page(page, end, searchedTo) : new Page(page, null, null);
    }

    /** Returns the offsets between which all wanted records are. */
    private OffsetRange range(AuditSelection selection) {
        var extent = logs.of(List.of(partition)).get(partition);
        if (closed || extent == null) {
            return new OffsetRange(partition, 0, 0);
        }
        long end = selection.before() == null ? extent.end() : Math.min(extent.end(), selection.before());
        if (selection.to() != null) {
            end = Math.min(end, first(selection.to().plus(LATE)).orElse(end));
        }
        long start = selection.from() == null
                ? extent.beginning()
                : Math.max(extent.beginning(), first(selection.from()).orElse(end));
        return new OffsetRange(partition, Math.min(start, end), end);
    }

    /** Returns the offset of the first record that was written at this time or later; empty if there is none yet. */
    private Optional<Long> first(Instant time) {
        return Optional.ofNullable(logs.offsets(List.of(partition), OffsetSpec.forTimestamp(time.toEpochMilli()))
                        .get(partition))
                .filter(offset -> offset >= 0);
    }

    /** Returns whether the whole block could be read. */
    private boolean read(OffsetRange range, Block block, List<Entry> page, long deadline) {
        block.reset(page);
        var from = opened();
        from.begin(List.of(range));
        while (!from.finished()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            from.poll(FETCH).forEach(block::take);
        }
        return true;
    }

    private RangeReader opened() {
        var known = reader;
        if (known == null) {
            known = RangeReader.open(
                    clients, Map.of("default.api.timeout.ms", (int) PATIENCE.toMillis(), "request.timeout.ms", (int)
                            PATIENCE.toMillis()));
            reader = known;
        }
        return known;
    }

    private void closeReader() {
        var known = reader;
        reader = null;
        if (known != null) {
            known.close();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closeReader();
        } finally {
            lock.unlock();
        }
    }

    /** The wanted records of a block: the newest of them, as many as the page has room for. */
    private static final class Block {
        private final AuditSelection selection;
        private final Predicate<ObjectNode> visible;
        private final Deque<Entry> found = new ArrayDeque<>();
        private int room;
        private long bytesOfPage;
        private long bytes;
        private boolean cut;
        private @Nullable Instant begin;

        Block(AuditSelection selection, Predicate<ObjectNode> visible) {
            this.selection = selection;
            this.visible = visible;
        }

        void reset(List<Entry> page) {
            found.clear();
            room = selection.top() - page.size();
            bytesOfPage = page.stream().mapToLong(Entry::bytes).sum();
            bytes = 0;
            cut = false;
            begin = null;
        }

        void take(ConsumerRecord<byte[], byte[]> record) {
            if (begin == null) {
                begin = Instant.ofEpochMilli(record.timestamp());
            }
            if (record.key() == null || record.value() == null || !selection.wants(new String(record.key(), UTF_8))) {
                return;
            }
            if (json(record.value()) instanceof ObjectNode json && selection.wants(json) && visible.test(json)) {
                found.addLast(new Entry(record.offset(), json, record.value().length));
                bytes += record.value().length;
                while (found.size() > room || (bytesOfPage + bytes > MOST_BYTES && bytesOfPage + found.size() > 1)) {
                    bytes -= found.removeFirst().bytes();
                    cut = true;
                }
            }
        }

        private static @Nullable JsonNode json(byte[] value) {
            try {
                return JSON.readTree(value);
            } catch (IOException _) {
                return null; // no record of ours
            }
        }
    }
}
