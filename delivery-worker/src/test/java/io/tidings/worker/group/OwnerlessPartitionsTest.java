package io.tidings.worker.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.group.OwnerlessPartitions.Look;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberAssignment;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

/** B-LANE-3: partitions that were added while the leader of the group was away. */
class OwnerlessPartitionsTest {
    private static final Node NODE = new Node(1, "localhost", 9092);

    @Test
    void allHaveAnOwner() {
        var look = OwnerlessPartitions.of(group(GroupState.STABLE, owner("a", 0), owner("b", 1)), topic(2));
        assertThat(look).isEqualTo(new Look(true, Set.of()));
    }

    @Test
    void thoseThatNobodyKnowsAreFound() {
        var look = OwnerlessPartitions.of(group(GroupState.STABLE, owner("a", 0), owner("b", 1)), topic(4));
        assertThat(look).isEqualTo(new Look(true, Set.of(partition(2), partition(3))));
    }

    @Test
    void nothingIsCertainWhileMembersJoin() {
        var look = OwnerlessPartitions.of(group(GroupState.PREPARING_REBALANCE, owner("a", 0)), topic(1));
        assertThat(look.atRest()).isFalse();
    }

    private static Map<String, TopicDescription> topic(int partitions) {
        var infos = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartitionInfo(number, NODE, List.of(NODE), List.of(NODE)))
                .toList();
        return Map.of("deliveries", new TopicDescription("deliveries", false, infos));
    }

    private static ConsumerGroupDescription group(GroupState state, MemberDescription... members) {
        return new ConsumerGroupDescription(
                "workers",
                false,
                List.of(members),
                "numbers",
                GroupType.CLASSIC,
                state,
                NODE,
                Set.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static MemberDescription owner(String instance, int number) {
        return new MemberDescription(
                "member-" + instance,
                Optional.of(instance),
                Optional.empty(),
                "client",
                "host",
                new MemberAssignment(Set.of(partition(number))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static TopicPartition partition(int number) {
        return new TopicPartition("deliveries", number);
    }
}
