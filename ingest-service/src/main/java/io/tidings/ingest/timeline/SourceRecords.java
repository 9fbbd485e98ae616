package io.tidings.ingest.timeline;

import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads single records of Kafka topics, while they are retained. Its consumer is opened by the first request, and
 * used by one at a time. Thread-safe.
 */
public final class SourceRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SourceRecords.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration FETCH = Duration.ofMillis(500);

    private final KafkaClients clients;
    private final Topics topics;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private boolean closed;
    private final ReentrantLock lock = new ReentrantLock();

    public SourceRecords(KafkaClients clients, Topics topics) {
        this.clients = clients;
        this.topics = topics;
    }

    /** @param complete whether every record that is retained could be read within some seconds */
    record Retained(Map<EventSource, RetainedRecord> records, boolean complete) {
        Retained {
            records = Map.copyOf(records);
        }
    }

    /** Reads a record of any Kafka topic, and waits for its turn. */
    Retained one(EventSource source) {
        try {
            if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Retained(Map.of(), false);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Retained(Map.of(), false);
        }
        try {
            var found = new HashMap<EventSource, RetainedRecord>();
            boolean complete = !closed && read(source, System.nanoTime() + PATIENCE.toNanos(), found);
            return new Retained(found, complete);
        } finally {
            lock.unlock();
        }
    }

    /** Reads records of the events topics; none while another request reads. */
    Retained read(List<EventSource> sources) {
        if (!lock.tryLock()) {
            return new Retained(Map.of(), false);
        }
        try {
            return readAlone(sources);
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a record of the events topics is certainly of the topic. */
    boolean names(String topic, RetainedRecord record) {
        return TopicRecords.names(topics, topic, record);
    }

    private Retained readAlone(List<EventSource> sources) {
        var found = new HashMap<EventSource, RetainedRecord>();
        boolean complete = true;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (var source : sources) {
            if (!closed && topics.eventsPattern().matcher(source.kafkaTopic()).matches()) {
                complete &= read(source, deadline, found);
            }
        }
        return new Retained(found, complete);
    }

    /** Returns false if it is not known whether the record is retained. */
    private boolean read(EventSource source, long deadline, Map<EventSource, RetainedRecord> found) {
        try {
            var from = opened();
            var partition = new TopicPartition(source.kafkaTopic(), source.partition());
            from.assign(List.of(partition));
            from.seek(partition, source.offset());
            while (System.nanoTime() - deadline < 0) {
                var polled = from.poll(FETCH);
                if (!polled.isEmpty()) {
                    at(source, polled.iterator().next()).ifPresent(record -> found.put(source, record));
                    return true;
                }
            }
            return false;
        } catch (InvalidOffsetException e) {
            return true; // no longer retained
        } catch (KafkaException e) {
            log.debug("{} cannot be read", source, e);
            return false;
        }
    }

    /** Returns empty for a later record, which follows where the wanted one was. */
    private static Optional<RetainedRecord> at(EventSource source, ConsumerRecord<byte[], byte[]> record) {
        return record.offset() == source.offset() ? Optional.of(RetainedRecord.of(record)) : Optional.empty();
    }

    private Consumer<byte[], byte[]> opened() {
        if (consumer == null) {
            consumer = clients.consumer(Map.of(
                    "enable.auto.commit",
                    false,
                    "auto.offset.reset",
                    "none",
                    "allow.auto.create.topics",
                    false,
                    "isolation.level",
                    "read_committed",
                    "max.poll.records",
                    1,
                    "default.api.timeout.ms",
                    (int) PATIENCE.toMillis(),
                    "request.timeout.ms",
                    (int) PATIENCE.toMillis()));
        }
        return consumer;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (consumer != null) {
                consumer.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
