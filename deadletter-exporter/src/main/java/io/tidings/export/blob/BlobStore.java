package io.tidings.export.blob;

import java.time.Instant;

/** One storage with containers in it. Confined to one thread, but for {@link #reachable}. */
public interface BlobStore extends AutoCloseable {
    /** What became of a blob. */
    sealed interface Result {
        /** It is durable, whole, under its name. */
        record Written() implements Result {}

        record ContainerMissing() implements Result {}

        /** It may work later. Whether it was written is not known: an answer can be lost. */
        record Unavailable(String reason) implements Result {}

        /** It works when somebody has changed something: a key, a permission, a setting. */
        record Rejected(String reason) implements Result {}
    }

    /**
     * Writes a blob, replacing one of the same name; nobody ever sees a part of it. Answers within its time limit.
     *
     * @param name path below the container, with {@code /} between its segments
     */
    Result write(String container, String name, byte[] bytes);

    /** Whether blobs could be written now, as far as can be told without writing one. */
    boolean reachable();

    /** Where it is, for people; without secrets. */
    String location();

    /** Where a blob is read, without what it takes to be let in. */
    String url(String container, String name);

    /** Removes what writers that died long before have left half done. */
    void sweep(Instant now);

    /** Lets go of its connections. */
    @Override
    void close();
}
