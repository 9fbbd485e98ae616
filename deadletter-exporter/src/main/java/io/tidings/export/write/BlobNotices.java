package io.tidings.export.write;

import io.tidings.contract.SubscriptionKey;

/** Tells of blobs that were written (B-DLQ-7). */
@FunctionalInterface
public interface BlobNotices {
    BlobNotices NONE = (_, _, _, _, _) -> {};

    /**
     * Returns when it is sure to be told, once or more often.
     *
     * @param of the subscription whose dead letters are in the blob
     * @param name path of the blob in its container
     * @param url where it is read
     */
    void created(SubscriptionKey of, String container, String name, String url, int bytes);
}
