package io.tidings.export.copy;

import static java.util.Objects.requireNonNull;

import io.tidings.runtime.kafka.KafkaFutures;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the brokers, before records are sent, whether a Kafka topic takes them: a transaction with a record for a topic
 * that takes none does not end.
 */
record TopicCheck(Admin admin) {
    private static final int TIMEOUT_MS = 10_000;

    /** Returns why the topic takes nothing; empty if it takes records. */
    Optional<String> problem(String topic) {
        var options =
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(TIMEOUT_MS);
        var described = requireNonNull(
                admin.describeTopics(List.of(topic), options).topicNameValues().get(topic));
        try {
            return problem(KafkaFutures.await(described, "looking up the Kafka topic " + topic), leastInSync(topic));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.of("it does not exist");
        } catch (KafkaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the default of Kafka for a topic whose settings may not be read. */
    private int leastInSync(String topic) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var described = admin.describeConfigs(List.of(resource), new DescribeConfigsOptions().timeoutMs(TIMEOUT_MS));
        try {
            var settings = KafkaFutures.await(requireNonNull(described.values().get(resource)), "reading settings");
            var least = settings.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
            return least == null || least.value() == null ? 1 : Integer.parseInt(least.value());
        } catch (KafkaException e) {
            return 1;
        }
    }

    private static Optional<String> problem(TopicDescription topic, int leastInSync) {
        var allowed = topic.authorizedOperations();
        if (allowed != null && !allowed.contains(AclOperation.WRITE)) {
            return Optional.of("the exporter may not write to it");
        }
        return topic.partitions().stream().allMatch(each -> takesWrites(each, leastInSync))
                ? Optional.empty()
                : Optional.of("one of its partitions has no leader, or too few replicas in sync");
    }

    /** A leader needs no more replicas in sync than there are. */
    private static boolean takesWrites(TopicPartitionInfo partition, int leastInSync) {
        var leader = partition.leader();
        return leader != null
                && !leader.isEmpty()
                && partition.isr().size()
                        >= Math.min(leastInSync, partition.replicas().size());
    }
}
