package io.tidings.worker.dispatch;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.Destination;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The transports to the kinds of destinations. */
public record Transports(WebhookTransport webhooks, RecordTransport records) {
    Transport to(Destination destination) {
        return switch (destination) {
            case Webhook _ -> webhooks;
            case KafkaDestination _ -> records;
            case QueueDestination _ -> throw new IllegalStateException("receivers fetch the events of a queue");
            case UnreadDestination _ -> throw new IllegalStateException("PreSendCheck admits none");
        };
    }

    @Nullable
    String hindrance(Subscription subscription) {
        return switch (subscription.destination()) {
            case UnreadDestination unread -> unread.displayName(); // PreSendCheck has stopped its deliveries before
            case QueueDestination _ -> null;
            case Webhook _, KafkaDestination _ -> to(subscription.destination()).hindrance(subscription);
        };
    }

    void forgetIf(Predicate<SubscriptionKey> gone) {
        webhooks.forgetIf(gone);
        records.forgetIf(gone);
    }
}
