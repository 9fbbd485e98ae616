package io.tidings.chaos.cluster;

import io.tidings.chaos.archive.BlobFolder;
import io.tidings.chaos.archive.HistoryArchive;
import io.tidings.chaos.endpoint.EndpointMain;
import io.tidings.chaos.subscriber.EndpointPorts;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.chaos.subscriber.Subscribers;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.broker.Volume;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceProcesses;
import io.tidings.testbed.cluster.ServiceSupervisor;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.management.ManagementClient;
import io.tidings.testbed.network.Link;
import io.tidings.testbed.network.NameService;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.process.ProcessGroup;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Brokers, services and endpoints, each a process of its own, with a link between any two that talk.
 *
 * <pre>
 *  publisher ──≈──> ingest ──≈──> brokers <──≈── topology, workers, exporter
 *  publisher ──≈────────────────> brokers        workers ──≈──> endpoints
 *  brokers   ──≈────────────────> brokers        exporter ────> folder of blobs
 * </pre>
 */
public final class ChaosCluster implements AutoCloseable {
    private static final String PUBLISHER = "publisher";
    private static final List<String> ENDPOINT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final String BLOBS = "blobs";
    private static final int STORAGE_MEGABYTES = 256;
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(2), Duration.ofMillis(100));

    private final Path folder;
    private final ClusterSize size;
    private final ProcessGroup group;
    private final BrokerProcesses brokers;
    private final Link endpoints;
    private final Link secureEndpoints;
    private final Link publishing;
    private final RecordedManagement management;
    private final EventTimeline timeline;
    private final Subscribers subscribers;
    private final HistoryArchive archive;
    private final NameService names;
    private final TestCertificate certificate;
    private final Releases releases;
    private final ServiceProcesses processes;
    private final Optional<Volume> storage;
    private final ServiceSupervisor supervisor;

    private ChaosCluster(Releases releases, Path folder, ClusterSize size, PrintStream out) {
        this.folder = folder;
        this.size = size;
        this.releases = releases;
        subscribers = new Subscribers(size.profile(), size.maxAttempts(), size.mostAttempts());
        timeline = new EventTimeline(out);
        group = new ProcessGroup(folder);
        storage = size.volumes() ? Volume.mount(folder.resolve(BLOBS), STORAGE_MEGABYTES) : Optional.empty();
        brokers = new BrokerProcesses(group, folder.resolve("kafka"), size.brokers(), clients(size));
        archive = new HistoryArchive(histories());
        certificate = TestCertificate.make(folder.resolve("certificate"), Subscriber.DOMAIN);
        names = NameService.of(
                folder, subscribers.all().stream().map(Subscriber::host).toList());
        var receiving = group.start(
                "endpoints",
                EndpointMain.class,
                ENDPOINT_JVM,
                histories().toString(),
                certificate.folder().toString(),
                size.profile().name());
        var ports = receiving.announcement().split(" ", -1);
        endpoints = Link.open("workers→endpoints", Integer.parseInt(ports[0]));
        secureEndpoints = Link.open("workers→secure→endpoints", Integer.parseInt(ports[1]));
        int port = FreePort.next();
        publishing = Link.open("publisher→ingest", port);
        management = new RecordedManagement(new ManagementClient(port, ServiceProcesses.TOKEN), archive);
        processes = instances(port);
        supervisor = ServiceSupervisor.start(processes.all(), timeline);
    }

    private static List<String> clients(ClusterSize size) {
        var clients = new ArrayList<>(
                List.of(PUBLISHER, ServiceProcesses.INGEST, ServiceProcesses.TOPOLOGY, ServiceProcesses.EXPORTER));
        for (int i = 0; i < size.mostWorkers(); i++) {
            clients.add(worker(i));
        }
        return clients.stream().map(ChaosCluster::listener).toList();
    }

    private static String worker(int number) {
        return "worker-" + number;
    }

    private static String listener(String client) {
        return client.replace("-", "").toUpperCase(Locale.ROOT);
    }

    private ServiceProcesses instances(int port) {
        var place = new ServiceProcesses.ServiceOptions(
                releases.root(), folder, name -> brokers.bootstrap(listener(name)), size.all(), List.of());
        var exporter = new LinkedHashMap<>(size.exporter());
        exporter.put("deadletter.storage", storage().toUri().toString());
        var settled = ServiceProcesses.of(place, timeline, port, exporter);
        var jvm = new ArrayList<>(certificate.trust());
        jvm.addAll(names.asking());
        for (int i = 0; i < size.mostWorkers(); i++) {
            settled.addWorker(worker(i), size.worker(i), jvm);
        }
        return settled;
    }

    /**
     * Returns when everything is there and every subscription in force.
     *
     * @param folder for all that the cluster leaves
     */
    public static ChaosCluster build(Releases releases, Path folder, ClusterSize size, PrintStream out) {
        var cluster = new ChaosCluster(releases, folder.toAbsolutePath(), size, out);
        try {
            cluster.open();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void open() {
        if (size.volumes()) {
            brokers.onVolumes();
        }
        brokers.startAll();
        // The first one creates the topics; what comes later would only warn about them.
        ingest().start();
        ingest().awaitReady();
        topology().start();
        exporter().start();
        for (int i = 0; i < size.workers(); i++) {
            workers().get(i).start();
        }
        until("the topics are created", management::putTopics);
        subscribers.all().forEach(each -> until("there is a subscription " + each.name(), () -> put(each, "first")));
        awaitReady();
        timeline.say("everything is there");
    }

    /** Creates the subscription, or changes it. */
    public boolean put(Subscriber subscriber, String note) {
        return management.put(
                subscriber, subscriber.json(new EndpointPorts(endpoints.port(), secureEndpoints.port()), note));
    }

    private static void until(String what, BooleanSupplier condition) {
        if (!PATIENCE.until(condition)) {
            throw new IllegalStateException("not within %s: %s; read the logs".formatted(PATIENCE.longest(), what));
        }
    }

    /** Returns when all that should run is ready. */
    public void awaitReady() {
        processes.awaitReady();
    }

    public List<ServiceProcess> running() {
        return processes.running();
    }

    public Collection<ServiceProcess> all() {
        return processes.all();
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public ServiceProcess instance(String name) {
        return processes.get(name);
    }

    public ServiceProcess ingest() {
        return processes.get(ServiceProcesses.INGEST);
    }

    public ServiceProcess topology() {
        return processes.get(ServiceProcesses.TOPOLOGY);
    }

    public ServiceProcess exporter() {
        return processes.get(ServiceProcesses.EXPORTER);
    }

    /** Those that run and those that may join them. */
    public List<ServiceProcess> workers() {
        var workers = new ArrayList<ServiceProcess>();
        for (int i = 0; i < size.mostWorkers(); i++) {
            workers.add(processes.get(worker(i)));
        }
        return workers;
    }

    public BrokerProcesses brokers() {
        return brokers;
    }

    public List<Link> links() {
        var links = new ArrayList<>(List.of(endpoints, secureEndpoints, publishing));
        brokers.links().forEach(links::add);
        return links;
    }

    public RecordedManagement management() {
        return management;
    }

    public Subscribers subscribers() {
        return subscribers;
    }

    public ClusterSize size() {
        return size;
    }

    public EventTimeline timeline() {
        return timeline;
    }

    /** How workers look the names of endpoints up. */
    public NameService names() {
        return names;
    }

    public Releases releases() {
        return releases;
    }

    /** What brings dead letters back. */
    public RedriveCommand redriving() {
        return new RedriveCommand(releases, brokers.bootstrap(listener(ServiceProcesses.EXPORTER)), size, folder);
    }

    /** Where publishers reach ingest. */
    public int publishingPort() {
        return publishing.port();
    }

    /** How publishers reach Kafka. */
    public KafkaClients publisher() {
        return KafkaClients.of(brokers.bootstrap(listener(PUBLISHER)));
    }

    public Path histories() {
        return folder.resolve("histories");
    }

    /** Of the blobs. */
    public Path storage() {
        return storage.map(Volume::folder).orElse(folder.resolve(BLOBS));
    }

    /** What the blobs are on, if it can be filled. */
    public Optional<Volume> storageVolume() {
        return storage;
    }

    public BlobFolder blobs() {
        return new BlobFolder(storage());
    }

    @Override
    public void close() {
        supervisor.close();
        processes.close();
        brokers.close();
        storage.ifPresent(Volume::close);
        endpoints.close();
        secureEndpoints.close();
        management.client().close();
        archive.close();
        publishing.close();
        group.close();
    }
}
