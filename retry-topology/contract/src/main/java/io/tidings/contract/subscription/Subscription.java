package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Unread;
import io.tidings.contract.lane.Lanes;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule which events of a topic are sent where, in which schema, and how long they are retried.
 *
 * @param deliverySchema null for the topic's schema, or Event Grid for a custom one
 * @param deadLetters null if no container gets events that cannot be delivered
 * @param expires when it stops matching; null for never
 * @param paused whether due deliveries are deferred until an operator resumes it
 * @param extensions beyond what Event Grid has
 * @param azure members that Azure gives a meaning and Tidings keeps, as {@code properties} has them; not to be changed
 * @param unread what its record holds besides
 */
public record Subscription(
        SubscriptionKey key,
        Destination destination,
        EventFilter filter,
        @Nullable EventSchema deliverySchema,
        RetryPolicy retryPolicy,
        @Nullable DeadLetterDestination deadLetters,
        @Nullable Instant expires,
        List<String> labels,
        boolean paused,
        Extensions extensions,
        ObjectNode azure,
        Unread unread) {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    public Subscription {
        labels = List.copyOf(labels);
        azure = azure.isEmpty() ? NOTHING : azure; // most have none, and need no copy of that
    }

    /**
     * Returns the lane of an event (B-LANE-1).
     *
     * @param id of the event
     */
    public int lane(String id) {
        return Lanes.of(id, extensions.lanes());
    }

    public Subscription(
            SubscriptionKey key,
            Destination destination,
            EventFilter filter,
            @Nullable EventSchema deliverySchema,
            RetryPolicy retryPolicy,
            @Nullable DeadLetterDestination deadLetters,
            @Nullable Instant expires,
            List<String> labels) {
        this(
                key,
                destination,
                filter,
                deliverySchema,
                retryPolicy,
                deadLetters,
                expires,
                labels,
                false,
                Extensions.NONE,
                NOTHING,
                Unread.NONE);
    }

    public Subscription with(Destination other) {
        return with(other, paused, extensions, unread);
    }

    public Subscription with(Extensions other) {
        return with(destination, paused, other, unread);
    }

    public Subscription with(Destination otherDestination, Extensions other) {
        return with(otherDestination, paused, other, unread);
    }

    /** Returns this subscription with what its record holds besides. */
    public Subscription with(Unread other) {
        return with(destination, paused, extensions, other);
    }

    /** Returns this subscription, paused or resumed. */
    public Subscription pausing(boolean other) {
        return with(destination, other, extensions, unread);
    }

    /** Returns this subscription with another end. */
    public Subscription expiring(Instant end) {
        return new Subscription(
                key,
                destination,
                filter,
                deliverySchema,
                retryPolicy,
                deadLetters,
                end,
                labels,
                paused,
                extensions,
                azure,
                unread);
    }

    private Subscription with(Destination to, boolean pausing, Extensions other, Unread besides) {
        return new Subscription(
                key,
                to,
                filter,
                deliverySchema,
                retryPolicy,
                deadLetters,
                expires,
                labels,
                pausing,
                other,
                azure,
                besides);
    }

    /** Returns whether events that cannot be delivered become dead letters; otherwise they are dropped. */
    public boolean keepsDeadLetters() {
        return deadLetters != null || extensions.deadLetterTopic() != null;
    }

    public RetryProfile retryProfile() {
        return extensions.retry();
    }

    public EventSchema deliveredAs(EventSchema input) {
        if (deliverySchema != null) {
            return deliverySchema;
        }
        return input == EventSchema.CLOUD_EVENTS ? EventSchema.CLOUD_EVENTS : EventSchema.EVENT_GRID;
    }

    public boolean expired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
