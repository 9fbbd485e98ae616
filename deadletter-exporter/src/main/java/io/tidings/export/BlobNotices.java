package io.tidings.export;

/** Tells of blobs that were written (B-DLQ-7). */
@FunctionalInterface
interface BlobNotices {
    BlobNotices NONE = (_, _, _, _) -> {};

    /**
     * Returns when it is sure to be told, once or more often.
     *
     * @param name path of the blob in its container
     * @param url where it is read
     */
    void created(String container, String name, String url, int bytes);
}
