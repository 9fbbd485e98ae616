package io.tidings.acceptance.installation;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerMain;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
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
public final class ProofCluster implements AutoCloseable {
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    private final Path root;
    private final Path folder;
    private final Optional<Path> images;
    private final Optional<Path> learned;
    private final ProcessGroup group;
    private final ChildProcess broker;
    private final ProofEnvironment environment;
    private final ManifestSettings shipped;
    private final Map<Service, Installation> folders = new HashMap<>();
    private final List<OrchestratedProcess> processes = new ArrayList<>();

    private ProofCluster(Path root, Path folder, Optional<Path> images, Optional<Path> learned) {
        this.root = root;
        this.folder = folder;
        this.images = images;
        this.learned = learned;
        this.group = new ProcessGroup(folder.resolve("logs"));
        this.broker = group.start(
                "broker", BrokerMain.class, ProcessGroup.BROKER_JVM, BrokerMain.alone(folder.resolve("kafka")));
        this.environment = ProofEnvironment.make(folder, broker.announcement());
        this.shipped = new ManifestSettings(root.resolve("deploy/kubernetes"));
    }

    /**
     * Returns when the broker is there and everything lies where it will run; nothing is started yet.
     *
     * @param images of the programs, if there are any: half of the workers, and what there is one of, come out of them
     * @param learned for what the JVMs of images learn, if they shall
     */
    public static ProofCluster furnish(Path root, Path folder, Optional<Path> images, Optional<Path> learned) {
        var cluster = new ProofCluster(root, folder, images, learned);
        try {
            cluster.addAll();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void addAll() {
        add("ingest-service-0", Service.INGEST, installed(Service.INGEST));
        add("topology-0", Service.TOPOLOGY, installed(Service.TOPOLOGY));
        add("delivery-worker-0", Service.WORKER, installed(Service.WORKER));
        add("delivery-worker-1", Service.WORKER, copied(Service.WORKER));
        add("deadletter-exporter-0", Service.EXPORTER, installed(Service.EXPORTER));
    }

    private void add(String name, Service program, Installation installation) {
        var settings = environment.settings();
        settings.put("TIDINGS_ADMIN_PORT", Integer.toString(FreePort.next()));
        settings.put("TIDINGS_TOPOLOGY_INSTANCE_ID", name);
        settings.put("TIDINGS_WORKER_INSTANCE_ID", name);
        settings.put("TIDINGS_EXPORTER_INSTANCE_ID", name);
        if (installation instanceof Installation.Unpacked) {
            learned.ifPresent(each ->
                    settings.put("JAVA_TOOL_OPTIONS", "-XX:AOTCacheOutput=" + cache(each.resolve(program.module()))));
        }
        processes.add(new OrchestratedProcess(
                name, program, installation, shipped.environment(program, settings), folder.resolve("logs")));
    }

    private static Path cache(Path place) {
        try {
            return Files.createDirectories(place).toAbsolutePath().resolve("aot.cache");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + place, e);
        }
    }

    private Installation installed(Service program) {
        return images.<Installation>map(each -> new ImageFile(each.resolve(program.module() + ".tar"))
                        .unpackInto(program, folder.resolve("images").resolve(program.module()), JDK))
                .orElseGet(() -> copied(program));
    }

    private Installation copied(Service program) {
        return folders.computeIfAbsent(program, _ -> {
            var place = folder.resolve("folders").resolve(program.module());
            copy(root.resolve(program.module()).resolve("target/dist"), place);
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

    public List<OrchestratedProcess> processes() {
        return List.copyOf(processes);
    }

    public List<OrchestratedProcess> processes(Service program) {
        return processes.stream()
                .filter(process -> process.service() == program)
                .toList();
    }

    public ProofEnvironment here() {
        return environment;
    }

    public Path blobs() {
        return folder.resolve("blobs");
    }

    @Override
    public void close() {
        processes.forEach(OrchestratedProcess::close);
        group.close();
    }
}
