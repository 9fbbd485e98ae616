package io.tidings.ingest.manage;

import io.tidings.contract.Topics;
import io.tidings.contract.subscription.Start;
import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;

/** The events that Kafka still holds for a subscription that starts in the past. */
public record RetainedEvents(PartitionLogs logs, Topics topics) {
    /** Returns a sentence about what such a subscription begins with. */
    String warning(Subscription subscription) {
        var start = subscription.extensions().start();
        try {
            return "properties.tidings.start is " + start.text() + ": "
                    + range(subscription.key().topic(), start)
                    + ". What retention deletes before the job comes to it is counted there as NotRetained";
        } catch (KafkaException e) {
            return "properties.tidings.start is " + start.text()
                    + ": the brokers do not say at the moment from when on events are retained";
        }
    }

    private String range(String topic, Start start) {
        var partitions = logs.partitions(List.of(topics.events(), topics.events(topic)));
        long since = start.since() == null ? 0 : start.since().toEpochMilli();
        var asked =
                partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.forTimestamp(since)));
        var first = KafkaFutures.await(logs.admin().listOffsets(asked).all(), "asking for the first events");
        first.values().removeIf(each -> each.offset() < 0);
        if (first.isEmpty()) {
            return "Kafka holds no events since then";
        }
        var ends = logs.committed().offsets(first.keySet(), OffsetSpec.latest());
        long records = first.entrySet().stream()
                .mapToLong(each -> Math.max(
                        0,
                        ends.getOrDefault(each.getKey(), 0L) - each.getValue().offset()))
                .sum();
        long oldest = first.values().stream()
                .mapToLong(ListOffsetsResultInfo::timestamp)
                .min()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "Kafka holds about %,d records since then, of this topic and of those that share its Kafka topic, the"
                        + " oldest of %s",
                records,
                Instant.ofEpochMilli(oldest));
    }
}
