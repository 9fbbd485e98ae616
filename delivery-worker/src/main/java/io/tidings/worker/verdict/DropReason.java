package io.tidings.worker.verdict;

import io.tidings.contract.delivery.DeadLetterReason;

/** The reason why an event is dropped: a reason of B-DLQ-2 where no dead letters are kept, or one of B-DLQ-5. */
public record DropReason(String wireName) {
    public static final DropReason SUBSCRIPTION_DELETED = new DropReason("SubscriptionDeleted");
    public static final DropReason SUBSCRIPTION_EXPIRED = new DropReason("SubscriptionExpired");
    public static final DropReason RECORD_TOO_LARGE = new DropReason("RecordTooLarge");

    /** Returns whether the subscription no longer exists, so that nothing waits for the event. */
    public boolean cancels() {
        return equals(SUBSCRIPTION_DELETED) || equals(SUBSCRIPTION_EXPIRED);
    }

    public static DropReason of(DeadLetterReason reason) {
        return new DropReason(reason.wireName());
    }
}
