package io.tidings.worker.group;

import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.worker.group.GroupMember.Change;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;

/** A group that shares the partition numbers of three topics, with a broker of its settings. */
final class NumberGroup implements AutoCloseable {
    /** As the worker has them today; on the next protocol they are settings of the broker. */
    static final Duration SESSION = Duration.ofSeconds(10);

    static final Duration HEARTBEAT = Duration.ofSeconds(1);
    static final Duration PATIENCE = Duration.ofSeconds(90);
    static final int NUMBERS = 8;

    private final KafkaClients clients;
    private final Protocol protocol;
    private final String name;
    private final List<String> topics;
    private final List<Change> changes = GroupMember.noChanges();
    private final List<GroupMember> members = new ArrayList<>();

    /** The protocol of the group, with what the worker sets today as far as the protocol lets it. */
    enum Protocol {
        CLASSIC(Map.of(
                "group.protocol",
                "classic",
                "partition.assignment.strategy",
                PartitionNumberAssignor.class.getName(),
                "session.timeout.ms",
                (int) SESSION.toMillis(),
                "heartbeat.interval.ms",
                (int) HEARTBEAT.toMillis())),
        CONSUMER(Map.of("group.protocol", "consumer", "group.remote.assignor", "range"));

        @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody changes
        private final Map<String, Object> settings;

        Protocol(Map<String, Object> settings) {
            this.settings = settings;
        }
    }

    private NumberGroup(KafkaClients clients, Protocol protocol, String name) {
        this.clients = clients;
        this.protocol = protocol;
        this.name = name;
        this.topics = List.of(name + "-deliveries", name + "-retry.10s", name + "-retry.30s");
    }

    /** A broker that gives members of the consumer protocol the worker's session. */
    static LocalBroker broker(Path folder) {
        var session = Long.toString(SESSION.toMillis());
        var heartbeat = Long.toString(HEARTBEAT.toMillis());
        return LocalBroker.start(LocalBroker.Settings.in(folder)
                .with("group.consumer.min.session.timeout.ms", session)
                .with("group.consumer.session.timeout.ms", session)
                .with("group.consumer.min.heartbeat.interval.ms", heartbeat)
                .with("group.consumer.heartbeat.interval.ms", heartbeat));
    }

    /** A new group without members, and its topics. */
    static NumberGroup create(LocalBroker broker, Protocol protocol, String name) {
        var group = new NumberGroup(KafkaClients.of(broker.bootstrapServers()), protocol, name);
        try (var admin = group.clients.admin()) {
            var all = group.topics.stream()
                    .map(topic -> new NewTopic(topic, NUMBERS, (short) 1))
                    .toArray(NewTopic[]::new);
            TestTopics.create(admin, all);
        }
        return group;
    }

    KafkaClients clients() {
        return clients;
    }

    Admin admin() {
        return clients.admin();
    }

    List<String> topics() {
        return topics;
    }

    /** What the members of the group were given and lost, oldest first. */
    List<Change> changes() {
        return changes;
    }

    GroupMember join(String member) {
        return join(member, Map.of());
    }

    GroupMember joinStatic(String member) {
        return join(member, Map.of("group.instance.id", member));
    }

    private GroupMember join(String member, Map<String, Object> more) {
        var settings = new HashMap<>(protocol.settings);
        settings.put("group.id", name);
        settings.putAll(more);
        var joined = GroupMember.join(clients, member, topics, changes, settings);
        members.add(joined);
        return joined;
    }

    void leave(GroupMember member) {
        members.remove(member);
        member.close();
    }

    void vanish(GroupMember member) {
        members.remove(member);
        member.vanish();
    }

    /** Waits until these members share all numbers evenly, each number whole. */
    void awaitShares(GroupMember... sharing) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
            var all = new HashSet<Integer>();
            for (var member : sharing) {
                var own = numbers(member.owned());
                if (!whole(member.owned()) || own.size() > Math.ceilDiv(NUMBERS, sharing.length)) {
                    return false;
                }
                all.addAll(own);
            }
            return all.size() == NUMBERS;
        });
    }

    /** Returns whether a member that has a number in one topic has it in all topics. */
    boolean whole(Set<TopicPartition> partitions) {
        return partitions.size() == topics.size() * numbers(partitions).size();
    }

    static Set<Integer> numbers(Set<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::partition).collect(Collectors.toCollection(HashSet::new));
    }

    @Override
    public void close() {
        members.forEach(GroupMember::close);
    }
}
