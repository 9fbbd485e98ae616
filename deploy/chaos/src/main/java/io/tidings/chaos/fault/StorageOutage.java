package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.broker.Volume;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The storage of dead letters does not take them.
 *
 * @param part what of it: a container, or nothing for all of it
 */
public record StorageOutage(Kind kind, String part, Duration lasting) implements Fault {
    private static final String HIDDEN = ".hidden";

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
    public Optional<String> impossible(ChaosCluster cluster) {
        return switch (kind) {
            case AWAY -> Optional.empty();
            case SLOW -> Optional.of("blobs are files here, and no file system is slow on demand");
            case READ_ONLY, FULL ->
                cluster.storageVolume().isPresent()
                        ? Optional.empty()
                        : Optional.of("no small volume can be mounted here; it takes Linux and root");
        };
    }

    @Override
    public Set<String> victims() {
        return Set.of("storage");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var folder = part.isEmpty() ? cluster.storage() : cluster.storage().resolve(part);
        switch (kind) {
            case AWAY -> away(folder);
            case READ_ONLY -> readOnly(cluster.storageVolume().orElseThrow());
            case FULL -> full(cluster.storageVolume().orElseThrow());
            case SLOW -> throw new IllegalStateException(what() + " is not possible");
        }
        cluster.awaitReady();
    }

    /** A file stands where the folder was, so that nobody can create it anew. */
    private void away(Path folder) {
        var hidden = folder.resolveSibling(folder.getFileName() + HIDDEN);
        try {
            Files.createDirectories(folder);
            Files.move(folder, hidden);
            Files.createFile(folder);
            FixedPause.sleep(lasting);
            Files.delete(folder);
            Files.move(hidden, folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot touch " + folder, e);
        }
    }

    private void readOnly(Volume volume) {
        volume.writable(false);
        FixedPause.sleep(lasting);
        volume.writable(true);
    }

    private void full(Volume volume) {
        volume.fill();
        FixedPause.sleep(lasting);
        volume.free();
    }
}
