package io.tidings.worker.dispatch;

import io.tidings.runtime.kafka.DescribedTopic;
import io.tidings.worker.dispatch.TopicState.Forbidden;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Unavailable;
import io.tidings.worker.dispatch.TopicState.Unknown;
import io.tidings.worker.dispatch.TopicState.Writable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
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
        return DescribedTopic.ask(admin, topic).thenApply(this::state).exceptionally(TopicLookup::failed);
    }

    private TopicState state(DescribedTopic topic) {
        if (!topic.writePermitted()) {
            return new Forbidden();
        }
        return topic.takesWrites()
                ? new Writable(Math.min(maxRequestBytes, topic.maxMessageBytes()), topic.compacted())
                : new Unavailable();
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
