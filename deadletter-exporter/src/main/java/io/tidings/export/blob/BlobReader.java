package io.tidings.export.blob;

import java.io.IOException;
import java.util.List;

/** Reads the containers of one storage. Confined to one thread. */
public interface BlobReader extends AutoCloseable {
    /**
     * Returns the names of the blobs in a folder, without those below it; none if there is no such folder.
     *
     * @param folder path below the container, with {@code /} at its end
     */
    List<String> list(String container, String folder) throws IOException;

    /** @param name path below the container */
    byte[] read(String container, String name) throws IOException;

    @Override
    void close();
}
