package io.tidings.worker.desk;

import io.tidings.contract.SubscriptionKey;

/**
 * The share of a queue that lies in one partition number.
 *
 * @param uid of the subscription that the receiver may receive of
 */
public record QueueShare(SubscriptionKey key, String uid, int number) {}
