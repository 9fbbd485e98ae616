package io.tidings.runtime.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;

class ReplicaCheckTest {
    @Test
    void twoCopiesThatAreCertainAreEnough() {
        assertThat(copies(3, 2).warning(3)).isEmpty();
        assertThat(copies(2, 2).warning(3)).isEmpty();
    }

    @Test
    void aTopicWithoutACopyIsNamed() {
        assertThat(copies(1, 2).warning(3))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("tidings.events: fewer than 2 replicas", "kafka-reassign-partitions")
                        .doesNotContain("min.insync.replicas"));
    }

    @Test
    void aTopicThatIsConfirmedByOneBrokerIsNamedWithTheCommandThatRepairsIt() {
        assertThat(copies(3, 1).warning(3))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains("tidings.events: min.insync.replicas below 2", "--add-config min.insync.replicas=2")
                        .doesNotContain("fewer than"));
    }

    @Test
    void onASingleBrokerNothingCanBeDone() {
        assertThat(copies(1, 1).warning(1)).isEmpty();
    }

    private static ReplicaCheck copies(int replicas, int certain) {
        var nodes = IntStream.range(0, replicas)
                .mapToObj(id -> new Node(id, "broker" + id, 9092))
                .toList();
        var partition = new TopicPartitionInfo(0, nodes.getFirst(), nodes, nodes);
        return new ReplicaCheck(
                Map.of("tidings.events", new TopicDescription("tidings.events", false, List.of(partition))),
                Map.of(
                        "tidings.events",
                        new Config(List.of(new ConfigEntry("min.insync.replicas", Integer.toString(certain))))));
    }
}
