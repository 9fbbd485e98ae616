package io.tidings.acceptance.installation;

import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.cluster.ServiceSetup.Program;
import io.tidings.testbed.cluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A broker and the services as they are shipped, with the settings of {@code deploy/kubernetes}. */
public final class ProofCluster implements AutoCloseable {
    private final Path root;
    private final Path folder;
    private final Optional<Path> learned;
    private final ProofEnvironment environment;
    private final List<UnpackedImage> images = new ArrayList<>();
    private final TestCluster processes;

    /**
     * Starts the broker, and puts everything where it will run.
     *
     * @param folder that is empty
     * @param images of the programs, if there are any: half of the workers and all other services come out of them
     * @param learned for what the JVMs of images learn, if they shall
     */
    public ProofCluster(Path root, Path folder, Optional<Path> images, Optional<Path> learned) {
        this.root = root;
        this.folder = folder;
        this.learned = learned;
        environment = ProofEnvironment.make(folder);
        images.ifPresent(each -> {
            for (var service : Service.values()) {
                var place = folder.resolve("images").resolve(service.module());
                this.images.add(UnpackedImage.of(service.module(), each, place));
            }
        });
        var services = new LinkedHashMap<String, ServiceSetup>();
        for (var service : Service.values()) {
            var name = service == Service.TOPOLOGY ? "topology" : service.module();
            services.put(name + "-0", setup(name + "-0", service, image(service)));
            if (service == Service.WORKER) {
                services.put(name + "-1", setup(name + "-1", service, Optional.empty()));
            }
        }
        var plan = new ClusterPlan(folder.resolve("logs"), BrokerProcesses.Plan.temporary(), services);
        processes = new TestCluster(plan, new EventTimeline(System.out));
        processes.brokers().startAll();
    }

    private Optional<UnpackedImage> image(Service service) {
        return images.stream()
                .filter(each -> each.name().equals(service.module()))
                .findFirst();
    }

    private ServiceSetup setup(String name, Service service, Optional<UnpackedImage> image) {
        var here = environment.settings();
        here.put("TIDINGS_TOPOLOGY_INSTANCE_ID", name);
        here.put("TIDINGS_WORKER_INSTANCE_ID", name);
        here.put("TIDINGS_EXPORTER_INSTANCE_ID", name);
        here.put("JAVA_HOME", System.getProperty("java.home"));
        if (image.isPresent() && learned.isPresent()) {
            var cache = learned.get().resolve(service.module());
            here.put("JAVA_TOOL_OPTIONS", "-XX:AOTCacheOutput=" + created(cache).resolve("aot.cache"));
        }
        var all = new ManifestSettings(root.resolve("deploy/kubernetes")).environment(service, here);
        return ServiceSetup.installed(
                service,
                image.map(each -> new Program.Installed("unpacked image", each.command(), all))
                        .orElseGet(() -> new Program.Installed("runnable folder", List.of(copied(service)), all)));
    }

    private static Path created(Path folder) {
        try {
            return Files.createDirectories(folder).toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
    }

    /** Copies what {@code mvn package} leaves, and returns the command that starts it. */
    private String copied(Service service) {
        var from = root.resolve(service.module()).resolve("target/dist");
        var to = folder.resolve("folders").resolve(service.module());
        created(folder.resolve("folders"));
        if (!Files.exists(to)) {
            try (var files = Files.walk(from)) {
                for (var file : files.toList()) {
                    Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot copy %s; build it: mvn package".formatted(from), e);
            }
        }
        return to.resolve("start").toString();
    }

    public List<UnpackedImage> images() {
        return List.copyOf(images);
    }

    public List<ServiceProcess> processes() {
        return List.copyOf(processes.services());
    }

    public List<ServiceProcess> processes(Service service) {
        return processes().stream()
                .filter(process -> process.setup().service() == service)
                .toList();
    }

    public ProofEnvironment here() {
        return environment;
    }

    public String bootstrapServers() {
        return processes.brokers().observer();
    }

    public Path blobs() {
        return folder.resolve("blobs");
    }

    @Override
    public void close() {
        processes.close();
    }
}
