package io.tidings.topology.source;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.source.SchemaUnavailable;
import io.tidings.contract.source.SourceDecoder;
import io.tidings.contract.source.SourceRecord;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.ReadRecord;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.source.PresentSources.Known;
import io.tidings.topology.telemetry.SourceMetrics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches the records of sources.
 *
 * <pre>
 *   PresentSources ──> TopicAccess ──> SourceConsumer ──> SourceDecoder ──> EventMatching ──> SourceTransactions
 *   (which are wanted)  (which can be read)    ^                                                      │
 *                                              └── forward if committed, else back ───────────────────┘
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class SourceReader {
    private static final Logger log = LoggerFactory.getLogger(SourceReader.class);

    private final SourceConsumer consumer;
    private final TopicAccess access;
    private final SourceDecoder decoder;
    private final Function<ResourceTables, EventMatching> matchings;
    private final SourceTransactions transaction;
    private final SourceMetrics metrics;

    SourceReader(
            SourceConsumer consumer,
            TopicAccess access,
            SourceDecoder decoder,
            Function<ResourceTables, EventMatching> matchings,
            SourceTransactions transaction,
            SourceMetrics metrics) {
        this.consumer = consumer;
        this.access = access;
        this.decoder = decoder;
        this.matchings = matchings;
        this.transaction = transaction;
        this.metrics = metrics;
    }

    /**
     * Reads once, for half a second at most.
     *
     * @param sources empty while the tables are not known: nothing can be matched
     * @return false if there is nothing to poll
     */
    boolean read(Optional<Known> sources) {
        sources.ifPresent(this::subscribe);
        if (!consumer.subscribed()) {
            return false;
        }
        try {
            var records = consumer.poll(sources.isPresent());
            sources.ifPresent(known -> match(known, records));
        } catch (TopicAuthorizationException e) {
            access.refused(e.unauthorizedTopics());
        }
        return true;
    }

    /** Subscriptions that were there before a source get its first records, too. */
    private void subscribe(Known known) {
        if (consumer.subscribe(access.readable(known.topics()))) {
            known.tables().subscriptionsRead().awaitEnd();
        }
    }

    private void match(Known known, ConsumerRecords<byte[], byte[]> records) {
        if (!records.isEmpty()) {
            var matching = matchings.apply(known.tables());
            for (var partition : records.partitions()) {
                var topic = known.topics().get(partition.topic());
                if (topic != null // else it was just dropped
                        && consumer.reads(partition)
                        && !matched(matching, topic, partition, records.records(partition))) {
                    return;
                }
            }
            var _ = committed();
        }
        known.topics().forEach((kafkaTopic, topic) -> {
            metrics.behind(topic.name(), consumer.lag(kafkaTopic));
            metrics.held(topic.name(), consumer.held(kafkaTopic));
        });
    }

    /** Returns false if records are read again, because a transaction was aborted. */
    private boolean matched(
            EventMatching matching,
            SourcedTopic topic,
            TopicPartition partition,
            List<ConsumerRecord<byte[], byte[]>> records) {
        for (var record : records) {
            try {
                var outputs = outputs(matching, topic, record);
                transaction.add(outputs, partition, consumer.at(partition, record.offset() + 1));
            } catch (SchemaUnavailable e) {
                log.warn("{} is read again later from offset {}: {}", partition, record.offset(), e.getMessage());
                consumer.hold(partition, record.offset());
                return true;
            }
            if (transaction.full() && !committed()) {
                return false;
            }
            metrics.read(topic.name(), 1);
        }
        return true;
    }

    /** Rejects a record on which our own code fails, as it would fail again. */
    private List<MatchOutput> outputs(
            EventMatching matching, SourcedTopic topic, ConsumerRecord<byte[], byte[]> record) {
        var at = new EventSource(record.topic(), record.partition(), record.offset());
        var read = new ReadRecord(at, topic.name(), null, null, record.key(), record.value(), record.headers());
        try {
            var time = Instant.ofEpochMilli(Math.max(0, record.timestamp())); // -1 if it has none
            var source = new SourceRecord(at, time, record.key(), record.value(), record.headers());
            return matching.outputs(decoder.read(topic.name(), topic.source(), source), read);
        } catch (SchemaUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            return matching.failed(read, e);
        }
    }

    private boolean committed() {
        var result = transaction.commit(consumer.group());
        if (result.committed()) {
            consumer.committed(result.offsets());
        } else {
            consumer.rewind();
        }
        return result.committed();
    }
}
