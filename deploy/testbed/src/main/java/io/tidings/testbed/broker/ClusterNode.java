package io.tidings.testbed.broker;

import org.apache.kafka.common.Uuid;

/**
 * One node of a Kafka cluster.
 *
 * @param cluster the id of the cluster; it matters only to a new folder
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
