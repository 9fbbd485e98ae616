package io.tidings.worker.dispatch;

import static java.util.Objects.requireNonNull;

import io.tidings.worker.dispatch.TopicState.Forbidden;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Unavailable;
import io.tidings.worker.dispatch.TopicState.Unknown;
import io.tidings.worker.dispatch.TopicState.Writable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the brokers for the state of a topic.
 *
 * @param maxRequestBytes of the producer, which refuses larger records itself
 * @param later has a topic that is missing looked up a second time
 */
public record TopicLookup(Admin admin, int maxRequestBytes, Executor later) {
    private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

    /** The default of Kafka's {@code message.max.bytes}, for topics whose settings we may not read. */
    private static final int USUAL_BYTES = 1_048_588;

    /** After a topic was created, a broker that has not heard of it yet says that it does not exist. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

    public TopicLookup(Admin admin, int maxRequestBytes) {
        this(admin, maxRequestBytes, LATER);
    }

    public CompletionStage<TopicState> of(String topic) {
        return confirmed(() -> ask(topic), later);
    }

    /** Asks a second time, a little later, before it says that a topic is missing. */
    static CompletionStage<TopicState> confirmed(Supplier<CompletionStage<TopicState>> ask, Executor later) {
        return ask.get()
                .thenCompose(state -> state instanceof Missing
                        ? CompletableFuture.supplyAsync(ask, later).thenCompose(Function.identity())
                        : CompletableFuture.completedStage(state));
    }

    private CompletionStage<TopicState> ask(String topic) {
        var described = admin.describeTopics(
                List.of(topic),
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(TIMEOUT_MS));
        var description = requireNonNull(described.topicNameValues().get(topic)).toCompletionStage();
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var configured = admin.describeConfigs(List.of(resource), new DescribeConfigsOptions().timeoutMs(TIMEOUT_MS));
        var settings = requireNonNull(configured.values().get(resource))
                .toCompletionStage()
                .exceptionally(_ -> new Config(List.of()));
        return description.thenCombine(settings, this::state).exceptionally(TopicLookup::failed);
    }

    private TopicState state(TopicDescription topic, Config settings) {
        var allowed = topic.authorizedOperations();
        if (allowed != null && !allowed.contains(AclOperation.WRITE)) {
            return new Forbidden();
        }
        int needed = number(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 1);
        if (!topic.partitions().stream().allMatch(each -> takesWrites(each, needed))) {
            return new Unavailable();
        }
        var cleanup = settings.get(TopicConfig.CLEANUP_POLICY_CONFIG);
        return new Writable(
                Math.min(maxRequestBytes, number(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, USUAL_BYTES)),
                cleanup != null && Set.of(cleanup.value().split(",")).contains(TopicConfig.CLEANUP_POLICY_COMPACT));
    }

    /** A leader needs no more replicas in sync than there are. */
    private static boolean takesWrites(TopicPartitionInfo partition, int needed) {
        var leader = partition.leader();
        return leader != null
                && !leader.isEmpty()
                && partition.isr().size()
                        >= Math.min(needed, partition.replicas().size());
    }

    private static int number(Config settings, String name, int usual) {
        var entry = settings.get(name);
        return entry == null || entry.value() == null ? usual : Integer.parseInt(entry.value());
    }

    private static TopicState failed(Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return switch (cause) {
            case UnknownTopicOrPartitionException _, InvalidTopicException _ -> new Missing();
            case TopicAuthorizationException _ -> new Forbidden();
            case null, default -> new Unknown();
        };
    }
}
