package io.tidings.topology.source;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.SourceMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer that reads again what a source held before some subscription was there. It is in no group: the owner of
 * a partition in the group of the sources reads it, and commits in that group. Confined to the reader's thread.
 */
final class CatchUpConsumer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CatchUpConsumer.class);

    private final Consumer<byte[], byte[]> consumer;
    private final KafkaClientMetrics clientMetrics;
    private final MatchMetrics metrics;
    private final HeldPolls polls;
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    private CatchUpConsumer(Consumer<byte[], byte[]> consumer, KafkaClientMetrics clientMetrics, MatchMetrics metrics) {
        this.consumer = consumer;
        this.clientMetrics = clientMetrics;
        this.metrics = metrics;
        this.polls = new HeldPolls(consumer);
    }

    static CatchUpConsumer open(SourceSettings settings, MatchMetrics matchMetrics, SourceMetrics metrics) {
        var consumer = settings.clients().consumer(settings.catchUpConsumer());
        return new CatchUpConsumer(consumer, metrics.bind(consumer), matchMetrics);
    }

    /**
     * Reads partitions from these offsets on.
     *
     * @throws org.apache.kafka.clients.consumer.OffsetOutOfRangeException if records are deleted, see {@link #lost}
     */
    ConsumerRecords<byte[], byte[]> poll(Map<TopicPartition, Long> from, Duration timeout) {
        if (!from.keySet().equals(consumer.assignment())) {
            consumer.assign(from.keySet());
            positions.keySet().retainAll(from.keySet());
        }
        from.forEach((partition, offset) -> {
            if (!offset.equals(positions.put(partition, offset))) {
                consumer.seek(partition, offset);
            }
        });
        return from.isEmpty() ? ConsumerRecords.empty() : polls.poll(Set.copyOf(from.keySet()), timeout);
    }

    /** Notes that the records before an offset are matched; {@link #poll} goes on there without a fetch. */
    void reached(TopicPartition partition, long offset) {
        positions.put(partition, offset);
        polls.gotOn(Set.of(partition));
    }

    /** Reads the partition from this offset again, later each time. */
    void hold(TopicPartition partition, long offset) {
        polls.hold(partition, offset);
        positions.put(partition, offset);
    }

    /** Makes the next poll seek, because a transaction was aborted. */
    void rewind() {
        positions.clear();
    }

    /** Returns where the logs begin whose offsets are out of range, and counts what is lost. */
    Map<TopicPartition, Long> lost(Map<TopicPartition, Long> offsets) {
        var beginnings = consumer.beginningOffsets(offsets.keySet());
        beginnings.forEach((partition, beginning) -> {
            long next = offsets.getOrDefault(partition, 0L);
            if (next > 0 && beginning > next) {
                metrics.lost(beginning - next);
                log.error(
                        "offsets {} to {} of {} were deleted before all subscriptions had caught up with them",
                        next,
                        beginning - 1,
                        partition);
            }
        });
        return beginnings;
    }

    int held(String kafkaTopic) {
        return polls.count(kafkaTopic);
    }

    @Override
    public void close() {
        clientMetrics.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
