package io.tidings.local.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;

/** The data folder while this process, and no other, works in it. */
public final class LockedDataFolder implements AutoCloseable {
    private final FileChannel lock;

    private LockedDataFolder(FileChannel lock) {
        this.lock = lock;
    }

    /** @throws CannotStart when it cannot be written, or another process works in it */
    static LockedDataFolder open(Path path) {
        FileChannel lock;
        try {
            Files.createDirectories(path);
            lock = FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new CannotStart(
                    "The folder %s cannot be written: change its permissions, or choose another with --data."
                            .formatted(path),
                    e);
        }
        if (isOurs(lock)) {
            return new LockedDataFolder(lock);
        }
        throw new CannotStart(
                "Tidings runs on the folder %s already: stop that one, or choose another with --data.".formatted(path));
    }

    /**
     * Deletes what is in it.
     *
     * @throws CannotStart when another process works in it
     */
    public static void empty(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try (var _ = open(path);
                var content = Files.walk(path)) {
            for (var each : content.sorted(Comparator.reverseOrder()).toList()) {
                if (!each.equals(path)) {
                    Files.delete(each);
                }
            }
        } catch (IOException e) {
            throw new CannotStart("The folder %s cannot be emptied: delete it.".formatted(path), e);
        }
    }

    /** @throws CannotStart when there is something in it */
    public static void requireEmpty(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try (var content = Files.list(path)) {
            if (content.findAny().isPresent()) {
                throw new CannotStart(
                        "The folder %s is not empty, and --demo wants fresh data: delete it, or choose another with --data."
                                .formatted(path));
            }
        } catch (IOException e) {
            throw new CannotStart("The folder %s cannot be read: choose another with --data.".formatted(path), e);
        }
    }

    private static boolean isOurs(FileChannel lock) {
        try {
            if (lock.tryLock() != null) {
                return true;
            }
            lock.close();
        } catch (OverlappingFileLockException _) {
            return false; // held by this very process
        } catch (IOException e) {
            throw new UncheckedIOException("locking the data folder", e);
        }
        return false;
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("unlocking the data folder", e);
        }
    }
}
