package io.tidings.timeline.query;

import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The distance of the state behind what was committed to the logs: at most so long ago were the oldest records appended that
 * it lacks. The group's offsets are the same for all instances. Blocking; thread-safe.
 *
 * @param topics that the group reads
 */
public record CommitLag(Admin admin, String group, List<String> topics, InstantSource clock) {
    private static final Logger log = LoggerFactory.getLogger(CommitLag.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

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
            var logs = new PartitionLogs(admin).within(PATIENCE);
            var partitions = logs.partitions(topics);
            boolean allExist =
                    partitions.stream().map(TopicPartition::topic).distinct().count() == topics.size();
            return allExist ? Optional.of(behind(partitions, new ConsumerGroup(logs, group))) : Optional.empty();
        } catch (KafkaException e) {
            log.debug("the lag of the timeline is not known", e);
            return Optional.empty();
        }
    }

    private Duration behind(List<TopicPartition> partitions, ConsumerGroup reading) {
        var lacking = reading.unread(partitions, reading.committed());
        if (lacking.isEmpty()) {
            return Duration.ZERO;
        }
        var now = clock.instant();
        return STEPS.stream()
                .filter(step -> !reading.unreadBefore(now.minus(step), lacking))
                .findFirst()
                .orElse(STEPS.getLast());
    }
}
