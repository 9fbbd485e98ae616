package io.tidings.export.blob;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tidings.contract.subscription.DeadLetterDestination;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Containers as folders of a file system.
 *
 * @param root the folder of the containers
 * @param create whether to create missing containers and the root
 */
record FileBlobStore(Path root, boolean create) implements BlobStore {
    private static final Logger log = LoggerFactory.getLogger(FileBlobStore.class);

    private static final String TEMPORARY = ".tmp";

    /** Another exporter may still be writing a younger file. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    FileBlobStore {
        root = root.toAbsolutePath().normalize();
    }

    @Override
    public Result write(String container, String name, byte[] bytes) {
        var folder = folderOf(container);
        var blob = blobIn(folder, name);
        try {
            if (create) {
                createFolders(folder);
            } else if (!Files.isDirectory(root)) {
                return new Result.Unavailable("folder " + root + " does not exist: mount or create it");
            } else if (!Files.isDirectory(folder)) {
                return new Result.ContainerMissing();
            }
            createFolders(parentOf(blob));
            replace(blob, folder, bytes);
            return new Result.Written();
        } catch (IOException e) {
            return new Result.Unavailable(blob + " cannot be written: " + StorageFailure.ofFile(e));
        }
    }

    /** The temporary file has a unique name: a writer that was thought dead may still be writing the same blob. */
    private static void replace(Path blob, Path folder, byte[] bytes) throws IOException {
        var temporary = folder.resolve("." + UUID.randomUUID() + TEMPORARY);
        try {
            try (var file = FileChannel.open(temporary, WRITE, CREATE_NEW)) {
                for (var rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
                    file.write(rest);
                }
                file.force(true);
            }
            Files.move(temporary, blob, ATOMIC_MOVE);
            sync(parentOf(blob));
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Like {@link Files#createDirectories}, and durable: a folder is an entry of its parent. */
    private static void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        var parent = parentOf(folder);
        createFolders(parent);
        Files.createDirectories(folder); // not createDirectory: another exporter may create it at the same time
        sync(parent);
    }

    private static void sync(Path folder) throws IOException {
        try (var opened = FileChannel.open(folder, READ)) {
            opened.force(true);
        }
    }

    private Path folderOf(String container) {
        if (!DeadLetterDestination.isContainer(container)) {
            throw new IllegalArgumentException("\"" + container + "\" is no name of a container");
        }
        return root.resolve(container);
    }

    private static Path blobIn(Path folder, String name) {
        var blob = folder.resolve(name).normalize();
        if (!blob.startsWith(folder) || blob.equals(folder)) {
            throw new IllegalArgumentException("\"" + name + "\" leads out of container " + folder);
        }
        return blob;
    }

    private static Path parentOf(Path path) {
        var parent = path.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(path + " has no folder");
        }
        return parent;
    }

    @Override
    public boolean reachable() {
        return create ? Files.isWritable(nearestExisting(root)) : Files.isDirectory(root) && Files.isWritable(root);
    }

    /** Removes the temporary files of killed writers. */
    @Override
    public void sweep(Instant now) {
        if (!Files.isDirectory(root)) {
            return;
        }
        try (var folders = Files.newDirectoryStream(root, Files::isDirectory)) {
            for (var folder : folders) {
                try (var files = Files.newDirectoryStream(folder, ".*" + TEMPORARY)) {
                    for (var file : files) {
                        removeIfAbandoned(file, now);
                    }
                }
            }
        } catch (IOException e) {
            log.warn("temporary files of {} cannot be removed: {}", root, StorageFailure.ofFile(e));
        }
    }

    private static void removeIfAbandoned(Path file, Instant now) throws IOException {
        try {
            if (Files.getLastModifiedTime(file).toInstant().plus(ABANDONED).isBefore(now)) {
                Files.deleteIfExists(file);
                log.info("removed {}, left behind by a killed exporter", file);
            }
        } catch (NoSuchFileException e) {
            log.debug("another exporter was faster to remove {}", file);
        }
    }

    private static Path nearestExisting(Path path) {
        var parent = path.getParent();
        return parent == null || Files.exists(path) ? path : nearestExisting(parent);
    }

    @Override
    public String location() {
        return root.toUri().toString();
    }

    @Override
    public String url(String container, String name) {
        return blobIn(folderOf(container), name).toUri().toString();
    }

    @Override
    public void close() {}
}
