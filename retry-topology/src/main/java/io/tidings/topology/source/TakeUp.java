package io.tidings.topology.source;

import io.tidings.contract.record.LogExtent;
import io.tidings.contract.topic.SourceStart;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits where a Kafka topic is read from when it becomes a source: for all of its partitions at one moment, before
 * any of its records is read. A partition without a commit was then added later, and is read from its beginning.
 *
 * <p>All instances share one transactional id: the one that comes later ends the transaction of the former, and sees
 * its commit or knows that there will be none.
 */
record TakeUp(SourceSettings settings, Admin admin) {
    private static final Logger log = LoggerFactory.getLogger(TakeUp.class);
    private static final int MOST_TRIES = 5;

    enum Result {
        DECIDED,
        OVERTAKEN,
        NO_SUCH_TOPIC
    }

    /** Leaves the commits of a topic as they are if there are any. Returns whether there are now. Blocking. */
    boolean decided(String kafkaTopic, SourceStart start) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            switch (once(kafkaTopic, start)) {
                case DECIDED -> {
                    return true;
                }
                case NO_SUCH_TOPIC -> {
                    return false;
                }
                case OVERTAKEN -> log.debug("another instance decides where {} is read from", kafkaTopic);
            }
        }
        throw new KafkaException("other instances keep deciding where " + kafkaTopic + " is read from");
    }

    private Result once(String kafkaTopic, SourceStart start) {
        try (var producer = settings.clients().transactional(settings.sharedTransactions(), settings.producer())) {
            var logs = new PartitionLogs(admin).committed();
            var partitions = logs.partitions(List.of(kafkaTopic));
            if (partitions.isEmpty()) {
                return Result.NO_SUCH_TOPIC;
            }
            var committed = new ConsumerGroup(admin, settings.group()).stable(partitions);
            if (committed.values().stream().anyMatch(Objects::nonNull)) {
                return Result.DECIDED;
            }
            var starts = starts(logs.of(partitions), start);
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(starts, nobody());
            producer.commitTransaction();
            log.info("{} is read from its {} offsets: {}", kafkaTopic, start.wireName(), starts);
            return Result.DECIDED;
        } catch (UnknownTopicOrPartitionException e) {
            return Result.NO_SUCH_TOPIC;
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            return Result.OVERTAKEN;
        }
    }

    /** The group without a member: the one that decides need not own the partitions. */
    private ConsumerGroupMetadata nobody() {
        try (var consumer = settings.clients().consumer(Map.of("group.id", settings.group()))) {
            return consumer.groupMetadata();
        }
    }

    /** The latest offset is that of the last committed record: what an open transaction holds is yet to come. */
    private static Map<TopicPartition, OffsetAndMetadata> starts(
            Map<TopicPartition, LogExtent> logs, SourceStart start) {
        var starts = new HashMap<TopicPartition, OffsetAndMetadata>();
        logs.forEach((partition, log) -> {
            long offset = switch (start) {
                case EARLIEST -> log.beginning();
                case LATEST -> log.end();
            };
            starts.put(partition, new OffsetAndMetadata(offset, log.topicId()));
        });
        return starts;
    }
}
