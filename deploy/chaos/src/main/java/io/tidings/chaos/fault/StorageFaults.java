package io.tidings.chaos.fault;

import io.tidings.testbed.broker.Volume;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The storage does not take dead letters. */
public final class StorageFaults {
    static final String NO_VOLUME = "no small volume can be mounted here; that takes Linux and root";

    private StorageFaults() {}

    /** Every kind of outage, of all containers. */
    public static List<Fault> all(Duration time) {
        return List.of(
                away("", time),
                volume("READ_ONLY", time, volume -> volume.writable(false), volume -> volume.writable(true)),
                fault("", "SLOW", time, _ -> {})
                        .onlyIf(_ -> false, "blobs are files here, and no file system is slow on demand"),
                volume("FULL", time, Volume::fill, Volume::free));
    }

    /**
     * A file stands where the folder was, so that nobody can create the folder anew.
     *
     * @param container empty for all containers
     */
    public static Fault away(String container, Duration time) {
        return fault(
                container,
                "AWAY",
                time,
                Fault.during(
                        time,
                        cluster -> hide(folder(cluster, container)),
                        cluster -> show(folder(cluster, container))));
    }

    private static Path folder(ChaosCluster cluster, String container) {
        return container.isEmpty() ? cluster.storage() : cluster.storage().resolve(container);
    }

    private static Path hidden(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".hidden");
    }

    private static void hide(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.move(folder, hidden(folder));
            Files.createFile(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot hide " + folder, e);
        }
    }

    private static void show(Path folder) {
        try {
            Files.delete(folder);
            Files.move(hidden(folder), folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot bring back " + folder, e);
        }
    }

    private static Fault volume(String kind, Duration time, Consumer<Volume> begin, Consumer<Volume> end) {
        return fault(
                        "",
                        kind,
                        time,
                        Fault.during(
                                time,
                                cluster -> begin.accept(cluster.storageVolume().orElseThrow()),
                                cluster -> end.accept(cluster.storageVolume().orElseThrow())))
                .onlyIf(cluster -> cluster.storageVolume().isPresent(), NO_VOLUME);
    }

    private static Fault fault(String container, String kind, Duration time, Consumer<ChaosCluster> strike) {
        var what = "storage %s %s for %d s"
                .formatted(container.isEmpty() ? "of all containers" : container, kind, time.toSeconds());
        return new Fault(what, Reach.OTHERS, Set.of("storage"), strike);
    }
}
