package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.record.StartOffset;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Logs;
import io.tidings.worker.partition.StartingPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Tells a new owner of partition numbers what its former owner has left waiting (B-LANE-2). */
public record OrderHandover(WaitingIndexReader reader, PartitionLogs logs, Topics topics) {
    /** Returns what to know of each partition number; nothing while the brokers do not know the topics. */
    Map<Integer, OrderedDeliveries> of(Map<TopicPartition, StartingPoint> known) {
        var topicId = topicId(topics.deliveries());
        var waitingId = topicId(topics.waiting());
        if (topicId == null || waitingId == null || topicId(topics.waitingIndex()) == null) {
            return Map.of();
        }
        var numbers = known.keySet().stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var ordered = new HashMap<Integer, OrderedDeliveries>();
        reader.of(numbers).forEach((number, left) -> {
            var start = known.get(new TopicPartition(topics.deliveries(), number));
            boolean shorter = start != null && start.start().reason() == StartOffset.Reason.LOG_IS_SHORTER;
            long base = left.base(topicId, shorter);
            var places = new Logs(
                    new TopicPartition(topics.waiting(), number),
                    waitingId,
                    new TopicPartition(topics.waitingIndex(), number),
                    topicId,
                    base);
            ordered.put(number, new OrderedDeliveries(places, left.inherited(base)));
        });
        return ordered;
    }

    private @Nullable String topicId(String topic) {
        var any = new TopicPartition(topic, 0);
        var extent = logs.of(List.of(any)).get(any);
        return extent == null ? null : extent.topicId();
    }
}
