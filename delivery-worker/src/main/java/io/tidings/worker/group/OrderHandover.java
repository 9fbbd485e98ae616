package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.record.StartOffset;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Logs;
import io.tidings.worker.partition.StartingPoint;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** Tells a new owner of partition numbers what its former owner has left waiting (B-LANE-2). */
record OrderHandover(WaitingIndexReader reader, PartitionLogs logs, Topics topics) {
    /** Returns what to know of each partition number; nothing while the brokers do not know the topics. */
    Map<Integer, OrderedDeliveries> of(Map<TopicPartition, StartingPoint> known) {
        var first = Stream.of(topics.deliveries(), topics.waiting(), topics.waitingIndex())
                .map(topic -> new TopicPartition(topic, 0))
                .toList();
        var found = logs.of(first);
        var deliveries = found.get(first.getFirst());
        var waiting = found.get(first.get(1));
        if (deliveries == null || waiting == null || found.size() < first.size()) {
            return Map.of();
        }
        var topicId = deliveries.topicId();
        var numbers = known.keySet().stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var ordered = new HashMap<Integer, OrderedDeliveries>();
        reader.of(numbers).forEach((number, left) -> {
            var start = known.get(new TopicPartition(topics.deliveries(), number));
            boolean shorter = start != null && start.start().reason() == StartOffset.Reason.LOG_IS_SHORTER;
            long base = left.base(topicId, shorter);
            var places = new Logs(
                    new TopicPartition(topics.waiting(), number),
                    waiting.topicId(),
                    new TopicPartition(topics.waitingIndex(), number),
                    topicId,
                    base);
            ordered.put(number, new OrderedDeliveries(places, left.inherited(base, Instant.now())));
        });
        return ordered;
    }
}
