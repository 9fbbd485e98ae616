package io.tidings.worker.desk;

import io.tidings.contract.SubscriptionKey;

/**
 * What one partition number has of a queue.
 *
 * @param uid of the subscription that the receiver may receive of
 */
public record QueueShare(SubscriptionKey key, String uid, int number) {}
