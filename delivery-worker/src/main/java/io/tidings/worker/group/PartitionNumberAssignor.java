package io.tidings.worker.group;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** Assigns partition numbers to workers: a worker gets a number of {@code deliveries} and of every tier alike. */
public final class PartitionNumberAssignor implements ConsumerPartitionAssignor {
    @Override
    public String name() {
        return "tidings-partition-number";
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE);
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        var topics = group.groupSubscription().values().stream()
                .flatMap(subscription -> subscription.topics().stream())
                .distinct()
                .sorted()
                .toList();
        int numbers = topics.stream()
                .mapToInt(topic -> {
                    var count = metadata.partitionCountForTopic(topic);
                    return count == null ? 0 : count;
                })
                .max()
                .orElse(0);
        var members = new ArrayList<MemberClaim>();
        group.groupSubscription().forEach((id, subscription) -> members.add(claims(id, subscription)));
        var shares = PartitionShares.of(members, numbers);
        var assignments = new HashMap<String, Assignment>();
        shares.forEach((id, share) -> assignments.put(id, new Assignment(partitions(topics, share, metadata))));
        return new GroupAssignment(assignments);
    }

    private static MemberClaim claims(String id, Subscription subscription) {
        return new MemberClaim(
                id,
                subscription.groupInstanceId().orElse(id),
                subscription.generationId().orElse(-1),
                subscription.ownedPartitions().stream()
                        .map(TopicPartition::partition)
                        .distinct()
                        .toList());
    }

    private static List<TopicPartition> partitions(List<String> topics, List<Integer> numbers, Cluster metadata) {
        var partitions = new ArrayList<TopicPartition>();
        for (var topic : topics) {
            var count = metadata.partitionCountForTopic(topic);
            for (int number : numbers) {
                if (count != null && number < count) {
                    partitions.add(new TopicPartition(topic, number));
                }
            }
        }
        return partitions;
    }
}
