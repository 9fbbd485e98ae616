package io.tidings.chaos.fault;

import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Faults that add partitions. */
public final class PartitionFaults {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MORE = 2;

    /** A campaign on one machine has no room for any number of them. */
    private static final int MOST = 16;

    private PartitionFaults() {}

    /** Partitions are added while the command that does it and programs are killed; the same command does the rest. */
    public static Fault grow(Duration between) {
        var victims = Set.of(ClusterPlan.INGEST, "exporter", "workers", "partitions");
        return new Fault("more partitions while programs are killed", Reach.KEYS, victims, cluster -> {
            int found = most(cluster);
            int wanted = Math.max(found, Math.min(MOST, found + MORE));
            var first = cluster.grow(wanted);
            FixedPause.sleep(between);
            first.kill();
            var second = cluster.grow(wanted);
            for (var victim : List.of("worker-0", ClusterPlan.INGEST, "exporter")) {
                FixedPause.sleep(between);
                cluster.service(victim).kill();
                cluster.service(victim).start();
            }
            FixedPause.sleep(between);
            second.kill();
            complete(cluster, wanted);
            cluster.awaitReady();
        });
    }

    private static int most(ChaosCluster cluster) {
        try (var admin = cluster.publisher().admin()) {
            var described = admin.describeTopics(Growth.order(new Topics(Topics.DEFAULT_PREFIX)));
            return KafkaFutures.await(described.allTopicNames(), "asking for partitions").values().stream()
                    .mapToInt(topic -> topic.partitions().size())
                    .max()
                    .orElseThrow();
        }
    }

    private static void complete(ChaosCluster cluster, int wanted) {
        boolean complete = new Patience(PATIENCE, Duration.ZERO).until(() -> {
            var growth = cluster.grow(wanted);
            var code = growth.exitWithin(PATIENCE);
            growth.kill();
            return code.isPresent() && code.getAsInt() == 0;
        });
        if (!complete) {
            throw new IllegalStateException("the growth did not end well within " + PATIENCE + "; read grow.log");
        }
    }
}
