package io.tidings.chaos.overload;

import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/** How many records topology and worker have still before them, as Kafka's own tools tell it. */
record ConsumerLag(KafkaClients clients, Topics topics) {
    private static final String WORKERS = "delivery-worker";
    private static final String TOPOLOGY = "matching";
    private static final String ASKING = "asking for the lag of a group";

    /** Of events that are not matched yet. */
    long events() {
        return of(TOPOLOGY, Set.of(topics.events()));
    }

    /** Of what comes for the first time. */
    long deliveries() {
        return of(WORKERS, Set.of(topics.deliveries()));
    }

    /** Of all retries. */
    long retries() {
        return of(WORKERS, Arrays.stream(RetryTier.values()).map(topics::retry).collect(Collectors.toSet()));
    }

    private long of(String suffix, Set<String> names) {
        try (var admin = clients.admin()) {
            var group = topics.prefix() + suffix;
            var committed = KafkaFutures.await(
                            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(), ASKING)
                    .entrySet()
                    .stream()
                    .filter(each -> names.contains(each.getKey().topic()) && each.getValue() != null)
                    .collect(Collectors.toMap(Map.Entry::getKey, each -> offset(each.getValue())));
            var ends = KafkaFutures.await(
                    admin.listOffsets(committed.keySet().stream()
                                    .collect(Collectors.toMap(each -> each, _ -> OffsetSpec.latest())))
                            .all(),
                    ASKING);
            return ends.entrySet().stream()
                    .mapToLong(end -> Math.max(0, end.getValue().offset() - committed.getOrDefault(end.getKey(), 0L)))
                    .sum();
        }
    }

    private static long offset(OffsetAndMetadata committed) {
        return committed.offset();
    }
}
