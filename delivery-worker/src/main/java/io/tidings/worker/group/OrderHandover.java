package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.offset.StartOffset;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Logs;
import io.tidings.worker.partition.StartingPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Tells a new owner of partition numbers what its former owner has left waiting (B-LANE-2). */
public record OrderHandover(WaitingIndexReader reader, PartitionLogs logs, Topics topics) {
    /** Returns what to know of each partition number; nothing while the brokers do not know the topics. */
    Map<Integer, OrderedDeliveries> of(Map<TopicPartition, StartingPoint> known) {
        var deliveries = new TopicPartition(topics.deliveries(), 0);
        var waiting = new TopicPartition(topics.waiting(), 0);
        var index = new TopicPartition(topics.waitingIndex(), 0);
        var extents = logs.of(List.of(deliveries, waiting, index));
        if (extents.size() < 3) {
            return Map.of();
        }
        var numbers = known.keySet().stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var topicId = extents.get(deliveries).topicId();
        var ordered = new HashMap<Integer, OrderedDeliveries>();
        reader.of(numbers).forEach((number, left) -> {
            var start = known.get(new TopicPartition(topics.deliveries(), number));
            boolean shorter = start != null && start.start().reason() == StartOffset.Reason.LOG_IS_SHORTER;
            var places = new Logs(
                    new TopicPartition(topics.waiting(), number),
                    extents.get(waiting).topicId(),
                    new TopicPartition(topics.waitingIndex(), number),
                    topicId,
                    left.base(topicId, shorter));
            ordered.put(number, new OrderedDeliveries(places, left.inherited()));
        });
        return ordered;
    }
}
