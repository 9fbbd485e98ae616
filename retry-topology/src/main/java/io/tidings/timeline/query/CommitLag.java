package io.tidings.timeline.query;

import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the state is behind what was committed to the logs: at most so long ago were the oldest records appended that
 * it lacks. The group's offsets are the same for all instances. Blocking; thread-safe.
 *
 * @param topics that the group reads
 */
public record CommitLag(Admin admin, String group, List<String> topics, InstantSource clock) {
    private static final Logger log = LoggerFactory.getLogger(CommitLag.class);
    private static final int PATIENCE_MS = 2000;

    /** The lags that are told apart; the last one stands for all that are longer. */
    private static final List<Duration> STEPS = List.of(
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofDays(1),
            Duration.ofDays(7));

    /** Returns empty if the brokers do not say. */
    public Optional<Duration> behind() {
        try {
            var lacking = lacking();
            if (lacking.isEmpty()) {
                return Optional.of(Duration.ZERO);
            }
            var now = clock.instant();
            for (var step : STEPS) {
                var since = offsets(
                        lacking.keySet(),
                        OffsetSpec.forTimestamp(now.minus(step).toEpochMilli()));
                if (lacking.entrySet().stream().allMatch(each -> isSince(each.getValue(), since.get(each.getKey())))) {
                    return Optional.of(step);
                }
            }
            return Optional.of(STEPS.getLast());
        } catch (KafkaException e) {
            log.debug("the lag of the timeline is not known", e);
            return Optional.empty();
        }
    }

    /** @param first the first record since a time; null or negative if there is none */
    private static boolean isSince(long next, @Nullable Long first) {
        return first != null && first >= 0 && first <= next;
    }

    /** Returns the next offset of each partition with a record that the state lacks; the end may be only a mark. */
    private Map<TopicPartition, Long> lacking() {
        var next = next();
        var ends = offsets(next.keySet(), OffsetSpec.latest());
        next.keySet().removeIf(each -> ends.getOrDefault(each, 0L) <= next.getOrDefault(each, 0L));
        if (!next.isEmpty()) {
            var newest = offsets(next.keySet(), OffsetSpec.maxTimestamp());
            next.keySet().removeIf(each -> newest.getOrDefault(each, -1L) < next.getOrDefault(each, 0L));
        }
        return next;
    }

    /** A partition that nothing was read of begins where its log begins. */
    private Map<TopicPartition, Long> next() {
        var partitions = partitions();
        var next = new HashMap<TopicPartition, Long>();
        var options = new ListConsumerGroupOffsetsOptions();
        options.timeoutMs(PATIENCE_MS);
        KafkaFutures.await(
                        admin.listConsumerGroupOffsets(group, options).partitionsToOffsetAndMetadata(),
                        "asking how far the timeline has read")
                .forEach((partition, offset) -> {
                    if (offset != null) {
                        next.put(partition, offset.offset());
                    }
                });
        var unread = partitions.stream().filter(each -> !next.containsKey(each)).toList();
        next.keySet().retainAll(partitions);
        next.putAll(offsets(unread, OffsetSpec.earliest()));
        return next;
    }

    private List<TopicPartition> partitions() {
        var options = new DescribeTopicsOptions();
        options.timeoutMs(PATIENCE_MS);
        return KafkaFutures.await(
                        admin.describeTopics(topics, options).allTopicNames(), "asking for the logs of the timeline")
                .values()
                .stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        var request = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(each -> request.put(each, which));
        var options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
        options.timeoutMs(PATIENCE_MS);
        var offsets = new HashMap<TopicPartition, Long>();
        KafkaFutures.await(admin.listOffsets(request, options).all(), "asking for offsets of the logs")
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }
}
