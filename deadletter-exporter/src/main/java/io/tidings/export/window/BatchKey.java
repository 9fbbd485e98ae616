package io.tidings.export.window;

import io.tidings.contract.SubscriptionKey;

/**
 * What the dead letters of one blob have in common.
 *
 * @param uid of the subscription; one re-created under the same name has another
 */
public record BatchKey(SubscriptionKey subscription, String uid, Destination destination) {}
