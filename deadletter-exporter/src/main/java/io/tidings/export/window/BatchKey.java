package io.tidings.export.window;

import io.tidings.contract.SubscriptionKey;

/**
 * The properties that the dead letters of one blob share.
 *
 * @param uid of the subscription; a subscription created again under the same name has another uid
 */
public record BatchKey(SubscriptionKey subscription, String uid, BlobContainer destination) {}
