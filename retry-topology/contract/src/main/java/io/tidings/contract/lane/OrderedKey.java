package io.tidings.contract.lane;

import io.tidings.contract.SubscriptionKey;

/**
 * An order key of one subscription.
 *
 * @param uid of the subscription; another one of the same name has other keys
 */
public record OrderedKey(SubscriptionKey subscription, String uid, String key) {}
