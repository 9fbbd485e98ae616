package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.worker.order.KeyChains;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Table;
import io.tidings.worker.partition.StartingPoint;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Tells a new owner of partition numbers which order keys its former owner has left blocked (B-LANE-2). */
public record OrderHandover(BlockedKeysReader reader, Topics topics, KeyChains.Bounds bounds) {
    Map<Integer, OrderedDeliveries> of(Map<TopicPartition, StartingPoint> known) {
        var topicIds = new HashMap<Integer, String>();
        known.forEach((partition, point) -> {
            if (partition.topic().equals(topics.deliveries())) {
                topicIds.put(partition.partition(), point.topicId());
            } else {
                topicIds.putIfAbsent(partition.partition(), ""); // it shares what deliveries has found
            }
        });
        var blocked = reader.of(topicIds);
        var ordered = new HashMap<Integer, OrderedDeliveries>();
        topicIds.forEach((number, topicId) -> ordered.put(
                number,
                new OrderedDeliveries(
                        new Table(topics.order(), number, topicId), blocked.getOrDefault(number, Map.of()), bounds)));
        return ordered;
    }
}
