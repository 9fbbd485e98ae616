package io.tidings.local;

import io.tidings.cli.terminal.StopSignal;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth;
import io.tidings.contract.lane.Growth.Found;
import io.tidings.contract.lane.Growth.Step;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidPartitionsException;

/**
 * Gives the ladder more partitions while all programs run (B-LANE-3), and says what it does. It may be stopped or
 * killed at any moment: the programs work with what there is then, and the same command does the rest.
 */
public final class PartitionGrowth {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final KafkaClients clients;
    private final Topics topics;
    private final Growth growth;
    private final Consumer<String> out;
    private final StopSignal stop;

    /** @param stop ends the growth after the step that it is in */
    public PartitionGrowth(KafkaClients clients, Topics topics, int wanted, Consumer<String> out, StopSignal stop) {
        this.clients = clients;
        this.topics = topics;
        this.growth = new Growth(topics, wanted);
        this.out = out;
        this.stop = stop;
    }

    /**
     * Does all that is left, or only says what that is.
     *
     * @return whether it is done; false if it was stopped
     * @throws InvalidSettings if the topics do not allow it
     */
    public boolean run(boolean dryRun) throws InterruptedException {
        try (var admin = clients.admin()) {
            var partitions = partitions(admin);
            growth.obstacle(partitions).ifPresent(why -> {
                throw new InvalidSettings(List.of(why));
            });
            if (dryRun) {
                Growth.order(topics)
                        .forEach(topic ->
                                out.accept(topic + ": " + partitions.get(topic) + " partitions of " + growth.wanted()));
                return true;
            }
            return run(admin);
        }
    }

    private boolean run(Admin admin) throws InterruptedException {
        String waitingFor = "";
        while (true) {
            var partitions = partitions(admin);
            var members = new ConsumerGroup(admin, topics.workersGroup()).members();
            switch (growth.next(new Found(partitions, owned(members, partitions)))) {
                case Step.Done() -> {
                    out.accept("done: " + topics.deliveries() + " and its tiers have " + growth.wanted()
                            + " partitions"
                            + (members.isEmpty() ? "; no worker runs" : ", and workers own them"));
                    return true;
                }
                case Step.AddPartitions(var topic) -> {
                    add(admin, topic);
                    out.accept(topic + " has " + growth.wanted() + " partitions");
                }
                case Step.AwaitOwners(var wanted) -> {
                    var now = "waiting for workers, which own "
                            + ownedPartitions(members)
                                    .filter(each -> wanted.contains(each.topic()))
                                    .count()
                            + " of " + growth.wanted() * wanted.size() + " partitions";
                    if (!now.equals(waitingFor)) {
                        out.accept(now);
                        waitingFor = now;
                    }
                    stop.within(BETWEEN_LOOKS);
                }
            }
            if (stop.within(Duration.ZERO)) {
                out.accept("stopped; the same command does the rest");
                return false;
            }
        }
    }

    private void add(Admin admin, String topic) {
        try {
            KafkaFutures.await(
                    admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(growth.wanted())))
                            .all(),
                    "adding partitions to " + topic);
        } catch (InvalidPartitionsException e) {
            // Another one was faster, or a broker did not know it yet when it was asked for the partitions.
            if (partitions(admin).getOrDefault(topic, 0) > growth.wanted()) {
                throw e;
            }
        }
        awaitLeaders(admin, topic);
    }

    /** The client asks again until each partition has a leader that returns its end. */
    private void awaitLeaders(Admin admin, String topic) {
        var all = IntStream.range(0, growth.wanted())
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        var _ = new PartitionLogs(admin).offsets(all, OffsetSpec.latest());
    }

    private Map<String, Integer> partitions(Admin admin) {
        return new PartitionLogs(admin)
                .partitions(Growth.order(topics)).stream()
                        .collect(Collectors.groupingBy(TopicPartition::topic, Collectors.summingInt(_ -> 1)));
    }

    /** Without workers nobody can be behind. */
    private static Set<String> owned(Collection<MemberDescription> members, Map<String, Integer> partitions) {
        if (members.isEmpty()) {
            return partitions.keySet();
        }
        var counts =
                ownedPartitions(members).collect(Collectors.groupingBy(TopicPartition::topic, Collectors.counting()));
        return partitions.entrySet().stream()
                .filter(topic -> counts.getOrDefault(topic.getKey(), 0L) >= topic.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Stream<TopicPartition> ownedPartitions(Collection<MemberDescription> members) {
        return members.stream()
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .distinct();
    }
}
