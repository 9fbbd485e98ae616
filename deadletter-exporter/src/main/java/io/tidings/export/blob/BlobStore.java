package io.tidings.export.blob;

import java.time.Instant;

/** One storage with containers in it. Confined to one thread, except {@link #reachable}. */
public interface BlobStore extends AutoCloseable {
    sealed interface Result {
        /** The whole blob is durable under its name. */
        record Written() implements Result {}

        record ContainerMissing() implements Result {}

        /** A retry may help. The blob may have been written, because a response can be lost. */
        record Unavailable(String reason) implements Result {}

        /** A retry helps only after an operator has changed a key, a permission or a setting. */
        record Rejected(String reason) implements Result {}
    }

    /**
     * Writes a blob, replacing one of the same name. Readers never see a part of it. Returns within the storage's
     * time limit.
     *
     * @param name path below the container, with {@code /} between its segments
     */
    Result write(String container, String name, byte[] bytes);

    /** Returns whether blobs could be written now, as far as known without writing one. */
    boolean reachable();

    /** The location for messages, without secrets. */
    String location();

    /** The URL for readers, without credentials. */
    String url(String container, String name);

    /** Removes the temporary files of writers that died long ago. */
    void sweep(Instant now);

    @Override
    void close();
}
