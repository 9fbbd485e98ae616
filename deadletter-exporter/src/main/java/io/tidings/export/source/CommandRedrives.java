package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.export.selection.PastRedrive;
import io.tidings.export.selection.RedriveSelection;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The redrives of one subscription that the command of an earlier release made: each is a consumer group, whose offsets
 * are its positions and whose metadata is its selection. Brokers keep such a group for seven days and dead letters hardly
 * longer, so it may go with the release after the next one.
 */
record CommandRedrives(Topics topics, SubscriptionKey subscription) {
    /** A commit is visible some time after its response. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The same for all redrives of the subscription. */
    String transactionalId() {
        return topics.prefix() + "redrive." + subscription;
    }

    /** The groups of all programs. */
    static List<String> groups(Admin admin) {
        return KafkaFutures.await(admin.listGroups().all(), "asking for consumer groups").stream()
                .map(GroupListing::groupId)
                .sorted() // those of a subscription by their time
                .toList();
    }

    List<PastRedrive> past(Admin admin, List<String> groups, Collection<TopicPartition> partitions) {
        var earlier = new ArrayList<PastRedrive>();
        for (var group :
                groups.stream().filter(each -> each.startsWith(start())).toList()) {
            read(decided(admin, group, partitions), earlier, group);
        }
        return earlier;
    }

    private static Map<TopicPartition, @Nullable OffsetAndMetadata> decided(
            Admin admin, String group, Collection<TopicPartition> partitions) {
        return new ConsumerGroup(admin, group)
                .stable(partitions, PATIENCE)
                .orElseThrow(() -> new CannotRedrive(
                        "how far " + group + " got is not decided yet: the command runs, or was killed a moment"
                                + " ago; ask for another job in a minute"));
    }

    private void read(
            Map<TopicPartition, @Nullable OffsetAndMetadata> offsets, List<PastRedrive> earlier, String group) {
        var selections = new HashMap<RedriveSelection, HashMap<Integer, Long>>();
        offsets.forEach((partition, offset) -> {
            if (offset != null) {
                var selection = RedriveSelection.parse(offset.metadata())
                        .orElseThrow(() -> new CannotRedrive("consumer group " + group
                                + " was not written by the command redrive: delete it with kafka-consumer-groups"
                                + " --delete --group '"
                                + group + "' if its dead letters may be brought back again"));
                selections.computeIfAbsent(selection, _ -> new HashMap<>()).put(partition.partition(), offset.offset());
            }
        });
        selections.forEach((selection, positions) -> earlier.add(new PastRedrive(selection, positions)));
    }

    private String start() {
        return transactionalId() + "@";
    }
}
