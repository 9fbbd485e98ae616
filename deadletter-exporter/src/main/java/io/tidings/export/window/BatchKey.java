package io.tidings.export.window;

import io.tidings.contract.SubscriptionKey;

/**
 * What the dead letters of one blob have in common.
 *
 * @param uid of the subscription; a subscription created again under the same name has another uid
 */
public record BatchKey(SubscriptionKey subscription, String uid, Destination destination) {}
