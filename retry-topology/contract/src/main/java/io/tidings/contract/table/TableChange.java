package io.tidings.contract.table;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.subscription.Subscription;
import org.jspecify.annotations.Nullable;

/** The change that one record of the topics or subscriptions table made. */
public sealed interface TableChange {
    record TopicPut(TopicEntry entry) implements TableChange {}

    record TopicRemoved(String topic) implements TableChange {}

    /** A topic of a domain was created or deleted; which one the domain has, the table says. */
    record DomainTopicChanged(DomainTopic topic) implements TableChange {}

    /**
     * An event type was declared, changed or removed.
     *
     * @param topic with the new rules for its events; null if there is no such topic
     */
    record EventTypesChanged(EventTypeKey key, @Nullable TopicEntry topic) implements TableChange {}

    record SubscriptionPut(SubscriptionEntry entry) implements TableChange {}

    record SubscriptionRemoved(SubscriptionKey key) implements TableChange {}

    /** Another tool wrote it: it takes effect when the owning program has given it a uid (B-SUB-2). */
    record SubscriptionIncomplete(Subscription subscription, long offset) implements TableChange {}

    /** @param key of the record, as text; the former version stays in force */
    record Ignored(String key, String problem, long offset) implements TableChange {}
}
