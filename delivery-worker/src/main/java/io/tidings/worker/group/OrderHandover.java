package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.worker.order.KeyChains;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Table;
import io.tidings.worker.partition.StartingPoint;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Tells a new owner of partition numbers which order keys its former owner has left blocked (B-LANE-2). */
public record OrderHandover(BlockedKeysReader reader, Topics topics, KeyChains.Bounds bounds) {
    /** Returns what to know of each partition number; nothing while the brokers do not know {@code deliveries}. */
    Map<Integer, OrderedDeliveries> of(Map<TopicPartition, StartingPoint> known) {
        var topicId = reader.topicId().orElse(null);
        if (topicId == null) {
            return Map.of();
        }
        var numbers = known.keySet().stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var blocked = reader.of(numbers, topicId);
        var ordered = new HashMap<Integer, OrderedDeliveries>();
        for (int number : numbers) {
            var table = new Table(topics.order(), number, topicId);
            ordered.put(number, new OrderedDeliveries(table, blocked.getOrDefault(number, Map.of()), bounds));
        }
        return ordered;
    }
}
