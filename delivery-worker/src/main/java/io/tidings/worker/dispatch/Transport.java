package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sends attempts to one kind of destination. Confined to the poll thread. */
interface Transport {
    /** Returns what this worker lacks to send to the destination of a subscription; null if nothing. */
    @Nullable
    String hindrance(Subscription subscription);

    /**
     * Returns the attempt for a slot: its first delivery, and others that are sent with it.
     *
     * @param queue of deliveries that wait to be sent
     */
    Attempt attempt(SubscriptionEntry entry, Attempt.Grant grant, Dispatcher queue, ClockReading now);

    /**
     * Sends an attempt.
     *
     * @param trace null if nothing is traced
     * @param attempts gets to know what comes of it, on the poll thread
     */
    void send(Attempt attempt, @Nullable TraceContext trace, Attempts attempts);

    /** Forgets what was prepared for subscriptions. */
    void forgetIf(Predicate<SubscriptionKey> gone);
}
