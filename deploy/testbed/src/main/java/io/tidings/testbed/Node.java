package io.tidings.testbed;

import org.apache.kafka.common.Uuid;

/**
 * One node of a Kafka cluster.
 *
 * @param cluster the id that all its nodes have in common; it matters only to a folder that is new
 */
public record Node(int id, String cluster) {
    /** The only node of a new cluster. */
    static Node alone() {
        return new Node(0, newCluster());
    }

    public static String newCluster() {
        return Uuid.randomUuid().toString();
    }
}
