package io.tidings.runtime.kafka;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What the brokers say, before records are sent, of a Kafka topic that others own.
 *
 * @param settings empty if they may not be read
 */
public record DescribedTopic(TopicDescription topic, Config settings) {
    private static final int TIMEOUT_MS = 10_000;

    /** The default of Kafka's {@code message.max.bytes}. */
    private static final int USUAL_BYTES = 1_048_588;

    /** The future fails as Kafka's own does, if the topic cannot be described. */
    public static CompletableFuture<DescribedTopic> ask(Admin admin, String topic) {
        var described = admin.describeTopics(
                List.of(topic),
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(TIMEOUT_MS));
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var configured = admin.describeConfigs(List.of(resource), new DescribeConfigsOptions().timeoutMs(TIMEOUT_MS));
        var settings = requireNonNull(configured.values().get(resource))
                .toCompletionStage()
                .exceptionally(_ -> new Config(List.of()));
        return requireNonNull(described.topicNameValues().get(topic))
                .toCompletionStage()
                .thenCombine(settings, DescribedTopic::new)
                .toCompletableFuture();
    }

    /** Returns whether this program has the right to write to it. */
    public boolean writePermitted() {
        var allowed = topic.authorizedOperations();
        return allowed == null || allowed.contains(AclOperation.WRITE);
    }

    /** Returns whether each partition has a leader, and the replicas in sync that a write needs. */
    public boolean takesWrites() {
        int needed = number(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 1);
        return topic.partitions().stream().allMatch(each -> takesWrites(each, needed));
    }

    /** A leader needs no more replicas in sync than there are. */
    private static boolean takesWrites(TopicPartitionInfo partition, int needed) {
        var leader = partition.leader();
        return leader != null
                && !leader.isEmpty()
                && partition.isr().size()
                        >= Math.min(needed, partition.replicas().size());
    }

    public int maxMessageBytes() {
        return number(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, USUAL_BYTES);
    }

    public boolean compacted() {
        var cleanup = settings.get(TopicConfig.CLEANUP_POLICY_CONFIG);
        return cleanup != null && Set.of(cleanup.value().split(",")).contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    }

    /** @param usual for topics whose settings may not be read */
    private int number(String name, int usual) {
        var entry = settings.get(name);
        return entry == null || entry.value() == null ? usual : Integer.parseInt(entry.value());
    }
}
