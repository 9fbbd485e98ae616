package io.tidings.worker.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Decision 1: the owner of a partition number owns it in all eleven topics. */
class PartitionNumberAssignorTest {
    private static final List<String> LADDER = new Topics(Topics.DEFAULT_PREFIX).ladder();

    private final PartitionNumberAssignor assignor = new PartitionNumberAssignor();

    @Test
    void allElevenTopicsOfANumberGoTogether() {
        var shares = assign(4, Map.of("a", subscription("a", List.of()), "b", subscription("b", List.of())));
        assertThat(LADDER).hasSize(11);
        assertThat(shares.values()).allSatisfy(share -> assertThat(share).hasSize(2 * 11));
        shares.values().forEach(share -> {
            var numbers = share.stream().map(TopicPartition::partition).collect(Collectors.toSet());
            assertThat(numbers).hasSize(2);
            numbers.forEach(number -> assertThat(topicsOf(share, number)).containsExactlyInAnyOrderElementsOf(LADDER));
        });
        assertThat(shares.get("a")).doesNotContainAnyElementsOf(shares.get("b"));
    }

    @Test
    void aNumberThatIsClaimedInOneTopicOnlyIsAssignedToNoOtherMember() {
        var claimed = List.of(new TopicPartition(LADDER.get(3), 1));
        var shares = assign(2, Map.of("a", subscription("a", List.of()), "b", subscription("b", claimed)));
        assertThat(topicsOf(shares.get("b"), 1)).hasSize(11);
        assertThat(topicsOf(shares.get("a"), 1)).isEmpty();
        assertThat(topicsOf(shares.get("a"), 0)).hasSize(11);
    }

    @Test
    void aTopicThatIsNotThereYetIsLeftOut() {
        var metadata = cluster(LADDER.subList(0, 5), 2);
        var shares = assignor.assign(metadata, new GroupSubscription(Map.of("a", subscription("a", List.of()))))
                .groupAssignment();
        assertThat(shares.get("a").partitions()).hasSize(10);
    }

    @Test
    void partitionsMoveCooperatively() {
        assertThat(assignor.supportedProtocols()).containsExactly(RebalanceProtocol.COOPERATIVE);
        assertThat(assignor.name()).isEqualTo("tidings-partition-number");
    }

    private Map<String, List<TopicPartition>> assign(int numbers, Map<String, Subscription> members) {
        var assignments = assignor.assign(cluster(LADDER, numbers), new GroupSubscription(members));
        return assignments.groupAssignment().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, share -> share.getValue().partitions()));
    }

    private static Subscription subscription(String instance, List<TopicPartition> owned) {
        var subscription = new Subscription(LADDER, null, owned, owned.isEmpty() ? -1 : 3, Optional.empty());
        subscription.setGroupInstanceId(Optional.of(instance));
        return subscription;
    }

    private static List<String> topicsOf(List<TopicPartition> share, int number) {
        return share.stream()
                .filter(each -> each.partition() == number)
                .map(TopicPartition::topic)
                .toList();
    }

    private static Cluster cluster(List<String> topics, int numbers) {
        var node = new Node(1, "localhost", 9092);
        var partitions = new ArrayList<PartitionInfo>();
        for (var topic : topics) {
            for (int number = 0; number < numbers; number++) {
                partitions.add(new PartitionInfo(topic, number, node, new Node[] {node}, new Node[] {node}));
            }
        }
        return new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    }
}
