package io.tidings.testbed.broker;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The lag of a consumer group, as Kafka's own tools compute it. */
public final class GroupLag implements AutoCloseable {
    private final String group;
    private final Admin admin;

    public GroupLag(String bootstrapServers, String group) {
        this.group = group;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** The number of records of these topics that the group has not committed. */
    public long of(Set<String> topics) {
        var committed = await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return ends(admin, topics).entrySet().stream()
                .mapToLong(end -> {
                    var done = committed.get(end.getKey());
                    return Math.max(0, end.getValue() - (done == null ? 0 : done.offset()));
                })
                .sum();
    }

    /** The instance id of the static member whose partitions of a topic hold the most records. */
    public Optional<String> busiest(String topic) {
        var ends = ends(admin, Set.of(topic));
        return members().stream()
                .max(Comparator.comparingLong(member -> member.assignment().topicPartitions().stream()
                        .mapToLong(each -> ends.getOrDefault(each, 0L))
                        .sum()))
                .flatMap(MemberDescription::groupInstanceId);
    }

    private Collection<MemberDescription> members() {
        return await(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
                .flatMap(each -> each.members().stream())
                .toList();
    }

    /** The end of each partition of these topics, from its leader. */
    static Map<TopicPartition, Long> ends(Admin admin, Set<String> topics) {
        var latest = new HashMap<TopicPartition, OffsetSpec>();
        await(admin.describeTopics(topics).allTopicNames())
                .forEach((topic, described) -> described
                        .partitions()
                        .forEach(each -> latest.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest())));
        return await(admin.listOffsets(latest).all()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().offset()));
    }

    static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the brokers refused: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the brokers", e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
