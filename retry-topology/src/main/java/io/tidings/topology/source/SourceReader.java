package io.tidings.topology.source;

import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.contract.topic.SourceStart;
import io.tidings.topology.begun.Caution.Step;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.SourceMetrics;
import io.tidings.topology.source.PresentSources.Known;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches the records of sources: once for all subscriptions that have caught up, and again for those that first get
 * what a partition held before they were there.
 *
 * <pre>
 *   PresentSources ──> TopicAccess ──> SourceConsumer ──┐
 *   (which are wanted)  (which can be read)    ^        ├──> SourceMatching ──> SourceTransactions
 *                        SourceStarts ──> CatchUpConsumer         │
 *                        (for whom, and from where)    ^          │
 *                                                      └── forward if committed, else back
 * </pre>
 *
 * <p>Confined to one thread.
 */
final class SourceReader {
    private static final Logger log = LoggerFactory.getLogger(SourceReader.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(500);
    /** While subscriptions catch up, the consumer of the group only takes what has been fetched. */
    private static final Duration SHORT_POLL = Duration.ofMillis(10);

    private static final Duration CATCH_UP_POLL = Duration.ofMillis(100);

    private final SourceConsumer consumer;
    private final CatchUpConsumer catchUp;
    private final SourceStarts starts;
    private final TopicAccess access;
    private final Function<ResourceTables, SourceMatching> matchings;
    private final SourceTransactions transaction;
    private final SourceMetrics metrics;

    SourceReader(
            SourceConsumer consumer,
            CatchUpConsumer catchUp,
            TopicAccess access,
            Function<ResourceTables, SourceMatching> matchings,
            SourceTransactions transaction,
            SourceMetrics metrics) {
        this.consumer = consumer;
        this.catchUp = catchUp;
        this.starts = consumer.starts();
        this.access = access;
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
        var records = polled(sources.isPresent());
        sources.ifPresent(known -> match(known, records));
        return true;
    }

    private ConsumerRecords<byte[], byte[]> polled(boolean reading) {
        try {
            return consumer.poll(reading, starts.next().isEmpty() ? LONGEST_POLL : SHORT_POLL);
        } catch (TopicAuthorizationException e) {
            access.refused(e.unauthorizedTopics());
            return ConsumerRecords.empty();
        }
    }

    /** Subscriptions that were there before a source get its first records, too. */
    private void subscribe(Known known) {
        if (consumer.subscribe(access.readable(known.topics()))) {
            known.tables().subscriptionsRead().awaitEnd();
        }
    }

    private void match(Known known, ConsumerRecords<byte[], byte[]> records) {
        if (settled(known) && matched(known, records) && committed()) {
            catchUp(known);
        }
        known.topics().forEach((kafkaTopic, topic) -> {
            metrics.behind(topic.name(), consumer.lag(kafkaTopic));
            metrics.catchingUp(topic.name(), starts.behind(kafkaTopic, consumer.positions()));
            metrics.held(topic.name(), Math.max(consumer.held(kafkaTopic), catchUp.held(kafkaTopic)));
        });
    }

    /**
     * Lets new subscriptions begin at the positions from which records are matched next. Returns false if a transaction
     * was aborted.
     */
    private boolean settled(Known known) {
        var positions = consumer.positions();
        boolean taken = starts.read(positions, consumer::end);
        if (taken) {
            // Else a subscription that a former owner has read of would count as deleted.
            known.tables().subscriptionsRead().awaitEnd();
        }
        long tablePosition = known.tables().subscriptionsRead().position();
        for (var partition : positions.keySet()) {
            var topic = known.topics().get(partition.topic());
            if (topic != null && starts.of(partition).unsettled(tablePosition)) {
                settle(known.tables(), topic, partition, tablePosition);
                if (transaction.full() && !committed()) {
                    return false;
                }
            }
        }
        // Before a record is read, so that the next process knows that this one had the partitions.
        return !taken || committed();
    }

    private void settle(ResourceTables tables, SourcedTopic topic, TopicPartition partition, long tablePosition) {
        long position = consumer.position(partition);
        long from = topic.source().start() == SourceStart.EARLIEST ? 0 : position;
        var changes = starts.of(partition)
                .settle(
                        tables.subscriptions(topic.name()),
                        tablePosition,
                        from,
                        position,
                        start -> tables.exists(start.subscription(), start.uid()));
        transaction.change(changes, partition, consumer.at(partition, position));
    }

    /** Returns false if records are read again, because a transaction was aborted. */
    private boolean matched(Known known, ConsumerRecords<byte[], byte[]> records) {
        var matching = matchings.apply(known.tables());
        for (var partition : records.partitions()) {
            var topic = known.topics().get(partition.topic());
            if (topic != null // else it was just dropped
                    && consumer.reads(partition)
                    && !matched(matching, topic, partition, records.records(partition))) {
                return false;
            }
        }
        return true;
    }

    private boolean matched(
            SourceMatching matching,
            SourcedTopic topic,
            TopicPartition partition,
            List<ConsumerRecord<byte[], byte[]>> records) {
        var ofPartition = starts.of(partition);
        for (var record : records) {
            var step = starts.begun().first().before(partition, record.offset());
            if (step == Step.NOTE_AND_GO_ON && !noted(partition, record.offset())) {
                return false;
            }
            try {
                var outputs = step == Step.REJECT
                        ? rejected(matching, topic, partition, record)
                        : matching.outputs(topic, record, ofPartition::caughtUp, false);
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

    /** Commits all before a record, and that it is begun. Returns false if that was aborted. */
    private boolean noted(TopicPartition partition, long position) {
        transaction.change(List.of(), partition, consumer.at(partition, position));
        return committed();
    }

    private List<MatchOutput> rejected(
            SourceMatching matching,
            SourcedTopic topic,
            TopicPartition partition,
            ConsumerRecord<byte[], byte[]> record) {
        starts.of(partition).reject(record.offset());
        return matching.unprocessable(topic, record);
    }

    /** Each transaction commits the position of the group again, which fails if another instance has the partition. */
    private void catchUp(Known known) {
        var next = starts.next();
        next.keySet().removeIf(partition -> !known.topics().containsKey(partition.topic()));
        var records = polledAgain(next);
        var matching = matchings.apply(known.tables());
        for (var partition : records.nextOffsets().keySet()) {
            if (!caughtUp(matching, known, partition, records)) {
                return;
            }
        }
        var _ = committed();
    }

    private ConsumerRecords<byte[], byte[]> polledAgain(Map<TopicPartition, Long> next) {
        try {
            return catchUp.poll(next, CATCH_UP_POLL);
        } catch (OffsetOutOfRangeException e) {
            catchUp.lost(e.offsetOutOfRangePartitions()).forEach(this::reached);
        } catch (TopicAuthorizationException e) {
            access.refused(e.unauthorizedTopics());
        }
        return ConsumerRecords.empty();
    }

    /** Returns false if records are read again, because a transaction was aborted. */
    private boolean caughtUp(
            SourceMatching matching, Known known, TopicPartition partition, ConsumerRecords<byte[], byte[]> records) {
        var topic = Objects.requireNonNull(known.topics().get(partition.topic()));
        var ofPartition = starts.of(partition);
        long position = consumer.position(partition);
        for (var record : records.records(partition)) {
            long offset = record.offset();
            if (offset >= position) {
                break; // matched for all when the group has read it
            }
            if (!ofPartition.mayRead(offset)) {
                continue;
            }
            var step = starts.begun().again().before(partition, offset);
            if (step == Step.NOTE_AND_GO_ON) {
                reached(partition, offset);
                if (!noted(partition, position)) {
                    return false;
                }
            }
            try {
                var outputs = step == Step.REJECT
                        ? rejected(matching, topic, partition, record)
                        : matching.outputs(topic, record, entry -> ofPartition.awaits(entry, offset), true);
                transaction.add(outputs, partition, consumer.at(partition, position));
            } catch (SchemaUnavailable e) {
                log.warn("{} is read again later from offset {}: {}", partition, offset, e.getMessage());
                reached(partition, offset);
                catchUp.hold(partition, offset);
                return true;
            }
            if (transaction.full()) {
                reached(partition, offset + 1);
                if (!committed()) {
                    return false;
                }
            }
        }
        // Behind gaps of the log, too.
        reached(
                partition,
                Objects.requireNonNull(records.nextOffsets().get(partition)).offset());
        return true;
    }

    private void reached(TopicPartition partition, long offset) {
        long position = consumer.position(partition);
        var changes = starts.of(partition).reached(offset, position);
        if (!changes.isEmpty()) {
            transaction.change(changes, partition, consumer.at(partition, position));
            catchUp.reached(partition, offset);
        }
    }

    private boolean committed() {
        var result = transaction.commit(consumer.group(), starts::mark);
        if (result.committed()) {
            consumer.committed(result.offsets());
            starts.committed(result.offsets());
        } else {
            consumer.rewind();
            catchUp.rewind();
            starts.forgetAll();
        }
        return result.committed();
    }
}
