package io.tidings.benchmark.proof;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.stage.BrokerMain;
import io.tidings.benchmark.stage.Stage;
import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A broker and the programs, each a process of its own, in a folder that was empty. */
final class Site implements AutoCloseable {
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    private final Path root;
    private final Path folder;
    private final Optional<Path> images;
    private final Optional<Path> learned;
    private final Stage stage;
    private final ChildProcess broker;
    private final Here here;
    private final Shipped shipped;
    private final Map<Kind, Installation> folders = new HashMap<>();
    private final List<Pod> pods = new ArrayList<>();

    private Site(Path root, Path folder, Optional<Path> images, Optional<Path> learned) {
        this.root = root;
        this.folder = folder;
        this.images = images;
        this.learned = learned;
        this.stage = new Stage(folder.resolve("logs"));
        this.broker = stage.start(
                "broker",
                BrokerMain.class,
                Stage.BROKER_JVM,
                folder.resolve("kafka").toString());
        this.here = Here.make(folder, broker.announcement());
        this.shipped = new Shipped(root.resolve("deploy/kubernetes"));
    }

    /**
     * Returns when the broker is there and everything lies where it will run; nothing is started yet.
     *
     * @param images of the programs, if there are any: half of the workers, and what there is one of, come out of them
     * @param learned for what the JVMs of images learn, if they shall
     */
    static Site furnish(Path root, Path folder, Optional<Path> images, Optional<Path> learned) {
        var site = new Site(root, folder, images, learned);
        try {
            site.addAll();
            return site;
        } catch (RuntimeException e) {
            site.close();
            throw e;
        }
    }

    private void addAll() {
        add("ingest-service-0", Kind.INGEST, installed(Kind.INGEST));
        add("topology-0", Kind.TOPOLOGY, installed(Kind.TOPOLOGY));
        add("delivery-worker-0", Kind.WORKER, installed(Kind.WORKER));
        add("delivery-worker-1", Kind.WORKER, copied(Kind.WORKER));
        add("deadletter-exporter-0", Kind.EXPORTER, installed(Kind.EXPORTER));
    }

    private void add(String name, Kind kind, Installation installation) {
        var settings = here.settings();
        settings.put("TIDINGS_ADMIN_PORT", Integer.toString(FreePort.next()));
        settings.put("TIDINGS_TOPOLOGY_INSTANCE_ID", name);
        settings.put("TIDINGS_WORKER_INSTANCE_ID", name);
        settings.put("TIDINGS_EXPORTER_INSTANCE_ID", name);
        if (installation instanceof Installation.Unpacked) {
            learned.ifPresent(each ->
                    settings.put("JAVA_TOOL_OPTIONS", "-XX:AOTCacheOutput=" + cache(each.resolve(kind.module()))));
        }
        pods.add(new Pod(name, kind, installation, shipped.environment(kind, settings), folder.resolve("logs")));
    }

    private static Path cache(Path place) {
        try {
            return Files.createDirectories(place).toAbsolutePath().resolve("aot.cache");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + place, e);
        }
    }

    private Installation installed(Kind kind) {
        return images.<Installation>map(each -> new ImageFile(each.resolve(kind.module() + ".tar"))
                        .unpackInto(kind, folder.resolve("images").resolve(kind.module()), JDK))
                .orElseGet(() -> copied(kind));
    }

    private Installation copied(Kind kind) {
        return folders.computeIfAbsent(kind, _ -> {
            var place = folder.resolve("folders").resolve(kind.module());
            copy(root.resolve(kind.module()).resolve("target/dist"), place);
            return new Installation.RunnableFolder(place);
        });
    }

    private static void copy(Path from, Path to) {
        try (var files = Files.walk(from)) {
            Files.createDirectories(to.getParent());
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy %s; build it: mvn package".formatted(from), e);
        }
    }

    List<Pod> pods() {
        return List.copyOf(pods);
    }

    List<Pod> pods(Kind kind) {
        return pods.stream().filter(pod -> pod.kind() == kind).toList();
    }

    Here here() {
        return here;
    }

    Path blobs() {
        return folder.resolve("blobs");
    }

    @Override
    public void close() {
        pods.forEach(Pod::close);
        stage.close();
    }
}
