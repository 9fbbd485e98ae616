package io.tidings.export.blob;

/** One storage with containers in it. Confined to one thread, but for {@link #reachable}. */
public interface BlobStore {
    /** What became of a blob. */
    sealed interface Result {
        /** It is durable, whole, under its name. */
        record Written() implements Result {}

        record ContainerMissing() implements Result {}

        /** It may work later. */
        record Unavailable(String reason) implements Result {}
    }

    /**
     * Writes a blob, replacing one of the same name; nobody ever sees a part of it. Answers within seconds.
     *
     * @param name path below the container, with {@code /} between its segments
     */
    Result write(String container, String name, byte[] bytes);

    /** Whether blobs could be written now, as far as can be told without writing one. */
    boolean reachable();

    /** Where it is, for people. */
    String location();
}
