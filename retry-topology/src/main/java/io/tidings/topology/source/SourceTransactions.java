package io.tidings.topology.source;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.LanePartition;
import io.tidings.runtime.kafka.Transactions;
import io.tidings.topology.match.MatchOutput;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries that follow from records of sources, and the offsets after them: committed together, so that nothing is lost or
 * written twice. Confined to the reader's thread.
 */
final class SourceTransactions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SourceTransactions.class);

    /** An open transaction hides later deliveries, those of published events too. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private static final long MOST_BYTES = 8L * 1024 * 1024;

    private final Transactions transactions;
    private final Topics topics;
    private final Map<TopicPartition, OffsetAndMetadata> finished = new HashMap<>();
    private long bytes;
    private long begun;

    /** @param transactions of a producer without an open transaction */
    SourceTransactions(Transactions transactions, Topics topics) {
        this.transactions = transactions;
        this.topics = topics;
    }

    /** Sends what follows from one record. */
    void add(List<MatchOutput> outputs, TopicPartition from, OffsetAndMetadata after) {
        finish(from, after);
        for (var output : outputs) {
            var kafkaTopic = topicOf(output);
            var record = new ProducerRecord<>(
                    kafkaTopic, null, output.time().toEpochMilli(), output.key(), output.value(), output.headers());
            transactions.send(LanePartition.of(record, output.lane(), () -> transactions.partitions(kafkaTopic)));
            bytes += output.value() == null ? 0 : output.value().length;
        }
    }

    /** Sends what changes for subscriptions to a partition at this offset. */
    void change(List<StartRecord> starts, TopicPartition from, OffsetAndMetadata at) {
        finish(from, at);
        starts.forEach(this::send);
    }

    private void send(StartRecord start) {
        transactions.send(new ProducerRecord<>(topics.starts(), 0, start.key(), start.value(), StartRecord.headers()));
    }

    private void finish(TopicPartition from, OffsetAndMetadata after) {
        if (finished.isEmpty()) {
            begun = System.nanoTime();
        }
        finished.put(from, after);
    }

    private String topicOf(MatchOutput output) {
        return switch (output.sink()) {
            case DELIVERIES -> topics.deliveries();
            case REJECTED -> topics.rejected();
            case DEDUPLICATION -> topics.deduplication();
        };
    }

    /** Returns whether it must be committed before more is added. */
    boolean full() {
        return bytes >= MOST_BYTES || (!finished.isEmpty() && System.nanoTime() - begun >= LONGEST.toNanos());
    }

    /**
     * Returns the offsets that are committed now, or empty if nothing was, because the group has changed or the
     * brokers did not accept it in time.
     *
     * @param marks what is written with the commit of an offset
     * @throws KafkaException if the outcome is unknown, or another process has our id: the session is lost
     */
    Result commit(ConsumerGroupMetadata group, BiFunction<TopicPartition, Long, StartRecord.Mark> marks) {
        var offsets = Map.copyOf(finished);
        offsets.forEach((partition, next) -> send(marks.apply(partition, next.offset())));
        finished.clear();
        bytes = 0;
        return offsets.isEmpty() ? new Result(true, offsets) : result(transactions.commit(offsets, group), offsets);
    }

    /** @param offsets those that are committed */
    record Result(boolean committed, Map<TopicPartition, OffsetAndMetadata> offsets) {}

    private static Result result(CommitResult result, Map<TopicPartition, OffsetAndMetadata> offsets) {
        return switch (result) {
            case CommitResult.Committed _ -> new Result(true, offsets);
            case CommitResult.Retryable(var why) -> {
                log.info("records of sources are matched again: {}", why);
                yield new Result(false, Map.of());
            }
            case CommitResult.Refused(var records) -> throw new KafkaException("refused: " + records.keySet());
            case CommitResult.Fatal(var cause) -> throw cause;
        };
    }

    @Override
    public void close() {
        transactions.close(Duration.ZERO); // an open transaction is aborted by the next producer with this id
    }
}
