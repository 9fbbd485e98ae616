package io.tidings.testbed.cluster;

import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The services of a cluster by their names, on loopback, as shipped but for what the cluster wants. */
public final class ServiceProcesses implements AutoCloseable {
    public static final String INGEST = "ingest";
    public static final String TOPOLOGY = "topology";
    public static final String EXPORTER = "exporter";

    /** Of those who manage topics and subscriptions. */
    public static final String TOKEN = "the-token-of-the-campaign";

    private static final Map<String, String> LOOPBACK =
            Map.of("endpoint.allow.http", "true", "endpoint.allow.networks", "127.0.0.0/8");

    private final ServiceOptions place;
    private final EventTimeline timeline;
    private final Map<String, ServiceProcess> all = new LinkedHashMap<>();

    /**
     * Where they are, and what all of them have.
     *
     * @param root of the repository
     * @param folder for all that they leave
     * @param bootstrap how one of that name reaches the brokers
     * @param settings that are not the defaults
     * @param jvm options besides those they are shipped with
     */
    public record ServiceOptions(
            Path root, Path folder, UnaryOperator<String> bootstrap, Map<String, String> settings, List<String> jvm) {
        public ServiceOptions {
            settings = Map.copyOf(settings);
            jvm = List.copyOf(jvm);
        }
    }

    private ServiceProcesses(ServiceOptions place, EventTimeline timeline) {
        this.place = place;
        this.timeline = timeline;
    }

    /**
     * One of each service but workers; none runs yet.
     *
     * @param port of ingest
     * @param exporter settings of the exporter
     */
    public static ServiceProcesses of(
            ServiceOptions place, EventTimeline timeline, int port, Map<String, String> exporter) {
        var processes = new ServiceProcesses(place, timeline);
        processes.addIngest(port);
        processes.addTopology();
        processes.addExporter(exporter);
        return processes;
    }

    private void addIngest(int port) {
        add(
                INGEST,
                Service.INGEST,
                Map.of(
                        ServiceSetup.PORT,
                        Integer.toString(port),
                        "webhook.validation",
                        "false",
                        "auth.required",
                        "false",
                        "admin.token",
                        TOKEN));
    }

    private void addTopology() {
        var state = place.folder().resolve("streams").toAbsolutePath();
        add(TOPOLOGY, Service.TOPOLOGY, Map.of("topology.instance.id", TOPOLOGY, ServiceSetup.STATE, state.toString()));
    }

    private void addExporter(Map<String, String> more) {
        var settings =
                new LinkedHashMap<>(Map.of("exporter.instance.id", EXPORTER, "deadletter.create.containers", "true"));
        settings.putAll(more);
        add(EXPORTER, Service.EXPORTER, settings);
    }

    public void addWorker(String name, Map<String, String> settings) {
        add(name, Service.WORKER, settings, List.of());
    }

    /** @param jvm options besides those of all */
    public void addWorker(String name, Map<String, String> settings, List<String> jvm) {
        add(name, Service.WORKER, settings, jvm);
    }

    private void add(String name, Service service, Map<String, String> settings) {
        add(name, service, settings, List.of());
    }

    private void add(String name, Service service, Map<String, String> settings, List<String> jvm) {
        var setup = ServiceSetup.shipped(service, place.root())
                .with(LOOPBACK)
                .with(place.settings())
                .with(settings)
                .withJvm(place.jvm())
                .withJvm(jvm);
        var home = new ProcessGroup(place.folder().resolve(name));
        all.put(name, new ServiceProcess(name, home, setup, place.bootstrap().apply(name), timeline));
    }

    public ServiceProcess get(String name) {
        var process = all.get(name);
        if (process == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return process;
    }

    public Collection<ServiceProcess> all() {
        return all.values();
    }

    public List<ServiceProcess> running() {
        return all.values().stream().filter(ServiceProcess::running).toList();
    }

    /** Returns when all that should run is ready. */
    public void awaitReady() {
        running().forEach(ServiceProcess::awaitReady);
    }

    /** Kills them all. */
    @Override
    public void close() {
        all.values().forEach(ServiceProcess::kill);
    }
}
