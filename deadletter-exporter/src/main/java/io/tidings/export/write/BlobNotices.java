package io.tidings.export.write;

import io.tidings.contract.SubscriptionKey;

/** Publishes written blobs (B-DLQ-7). */
@FunctionalInterface
public interface BlobNotices {
    BlobNotices NONE = (_, _, _, _, _) -> {};

    /**
     * Returns when the notice is certain to be published, at least once.
     *
     * @param of the subscription whose dead letters are in the blob
     * @param name path of the blob in its container
     */
    void created(SubscriptionKey of, String container, String name, String url, int bytes);
}
