package io.tidings.testbed.broker;

import org.apache.kafka.common.Uuid;

/**
 * One node of a Kafka cluster.
 *
 * @param cluster the id that all its nodes have in common; it matters only to a folder that is new
 */
public record ClusterNode(int id, String cluster) {
    /** The only node of a new cluster. */
    static ClusterNode alone() {
        return new ClusterNode(0, newCluster());
    }

    public static String newCluster() {
        return Uuid.randomUuid().toString();
    }
}
