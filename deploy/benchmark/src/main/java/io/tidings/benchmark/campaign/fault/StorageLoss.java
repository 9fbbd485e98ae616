package io.tidings.benchmark.campaign.fault;

import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.benchmark.campaign.town.Town;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The storage of dead letters does not take them.
 *
 * @param part what of it: a container, or nothing for all of it
 */
public record StorageLoss(Kind kind, String part, Duration lasting) implements Fault {
    private static final String HIDDEN = ".hidden";
    private static final Path NOBODY = Path.of("/proc/version");

    /** How. */
    public enum Kind {
        AWAY,
        READ_ONLY,
        SLOW,
        FULL
    }

    @Override
    public Reach reach() {
        return Reach.OTHERS;
    }

    @Override
    public String what() {
        return "storage %s %s for %d s"
                .formatted(part.isEmpty() ? "of all containers" : part, kind, lasting.toSeconds());
    }

    @Override
    public Optional<String> impossible(Town town) {
        return switch (kind) {
            case AWAY -> Optional.empty();
            case READ_ONLY -> privileged() ? Optional.of("who runs this may write everywhere") : Optional.empty();
            case SLOW -> Optional.of("blobs are files here, and no file system on this machine is slow on demand");
            case FULL -> Optional.of("blobs are on the disk that the campaign itself needs");
        };
    }

    private static boolean privileged() {
        return System.getProperty("user.name").equals("root") && Files.exists(NOBODY);
    }

    @Override
    public void strike(Town town) {
        var folder = part.isEmpty() ? town.storage() : town.storage().resolve(part);
        try {
            switch (kind) {
                case AWAY -> away(folder);
                case READ_ONLY -> readOnly(folder);
                case SLOW, FULL -> throw new IllegalStateException(what() + " is not possible");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot touch " + folder, e);
        }
        town.awaitReady();
    }

    /** A file stands where the folder was, so that nobody can create it anew. */
    private void away(Path folder) throws IOException {
        var hidden = folder.resolveSibling(folder.getFileName() + HIDDEN);
        Files.createDirectories(folder);
        Files.move(folder, hidden);
        Files.createFile(folder);
        Waiting.pass(lasting);
        Files.delete(folder);
        Files.move(hidden, folder);
    }

    private void readOnly(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (!folder.toFile().setWritable(false)) {
            throw new IOException("its permissions cannot be changed");
        }
        Waiting.pass(lasting);
        if (!folder.toFile().setWritable(true)) {
            throw new IOException("its permissions cannot be changed back, do it by hand");
        }
    }
}
