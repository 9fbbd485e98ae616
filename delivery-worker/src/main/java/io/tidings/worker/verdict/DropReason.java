package io.tidings.worker.verdict;

import io.tidings.contract.delivery.DeadLetterReason;

/**
 * Why an event is dropped: the words of B-DLQ-2 where no dead letters are kept, and those of B-DLQ-5.
 *
 * @param wireName as metrics show it
 */
public record DropReason(String wireName) {
    public static final DropReason SUBSCRIPTION_DELETED = new DropReason("SubscriptionDeleted");
    public static final DropReason SUBSCRIPTION_EXPIRED = new DropReason("SubscriptionExpired");
    public static final DropReason RECORD_TOO_LARGE = new DropReason("RecordTooLarge");

    /** Whether the subscription itself is gone, so that nobody waits for the event any longer. */
    public boolean cancels() {
        return equals(SUBSCRIPTION_DELETED) || equals(SUBSCRIPTION_EXPIRED);
    }

    public static DropReason of(DeadLetterReason reason) {
        return new DropReason(reason.wireName());
    }
}
