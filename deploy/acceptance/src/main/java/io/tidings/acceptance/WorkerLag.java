package io.tidings.acceptance;

import io.tidings.acceptance.installation.ProofFailed;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** What workers have not done yet of {@code deliveries}: what scaling goes by. */
final class WorkerLag implements AutoCloseable {
    private static final String GROUP = "tidings.delivery-worker";
    private static final String DELIVERIES = "tidings.deliveries";
    private static final int PARTITIONS = 8;

    private final Admin admin;

    WorkerLag(String bootstrapServers) {
        this.admin = KafkaClients.of(bootstrapServers).admin();
    }

    long now() {
        var committed = KafkaFutures.await(
                admin.listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata(), "asking for offsets");
        return ends().entrySet().stream()
                .mapToLong(each -> {
                    var done = committed.get(each.getKey());
                    return Math.max(0, each.getValue() - (done == null ? 0 : done.offset()));
                })
                .sum();
    }

    private Map<TopicPartition, Long> ends() {
        var all = IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartition(DELIVERIES, number))
                .collect(Collectors.toMap(each -> each, _ -> OffsetSpec.latest()));
        return KafkaFutures.await(admin.listOffsets(all).all(), "asking for ends").entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().offset()));
    }

    /** The member of the group that has most to do. */
    String busiest() {
        var ends = ends();
        return members().stream()
                .max(Comparator.comparingLong(member -> member.assignment().topicPartitions().stream()
                        .mapToLong(each -> ends.getOrDefault(each, 0L))
                        .sum()))
                .flatMap(MemberDescription::groupInstanceId)
                .orElseThrow(() -> new ProofFailed("no worker is in the group " + GROUP + "; read their logs"));
    }

    private List<MemberDescription> members() {
        return KafkaFutures.await(admin.describeConsumerGroups(List.of(GROUP)).all(), "asking for members")
                .values()
                .stream()
                .flatMap(group -> group.members().stream())
                .toList();
    }

    @Override
    public void close() {
        admin.close();
    }
}
