package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.kafka.AllowedDestinations;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The Kafka topics that events may be delivered to. */
public record DestinationTopics(AllowedDestinations allowed, TopicStates states, Supplier<ClockReading> clock) {
    public static DestinationTopics of(
            AllowedDestinations allowed, TopicLookup lookup, Executor pollThread, Supplier<ClockReading> clock) {
        return new DestinationTopics(allowed, new TopicStates(lookup::of, pollThread, clock), clock);
    }

    /**
     * Returns what this worker lacks to write to the destination of a subscription, null for nothing.
     *
     * @param ofWebhooks the same for webhooks
     */
    public Function<Subscription, @Nullable String> hindrancesOr(Function<Subscription, @Nullable String> ofWebhooks) {
        return subscription -> switch (subscription.destination()) {
            case Webhook _ -> ofWebhooks.apply(subscription);
            case KafkaDestination destination ->
                hindrance(destination, subscription.key().topic());
            case UnreadDestination unread -> unread.displayName(); // PreSendCheck has stopped its deliveries before
        };
    }

    private @Nullable String hindrance(KafkaDestination destination, String topic) {
        var setting = AllowedDestinations.PREFIX + destination.name();
        if (allowed.topicOf(destination).isEmpty()) {
            return setting + " is not set for this worker";
        }
        return allowed.brokenBy(destination, topic).isEmpty()
                ? null
                : setting + AllowedUse.TOPICS + " of this worker does not have topic " + topic;
    }
}
