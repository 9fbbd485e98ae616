package io.tidings.chaos.fault;

import io.tidings.chaos.check.BlobFolder;
import io.tidings.chaos.check.HistoryArchive;
import io.tidings.chaos.subscriber.EndpointCertificates;
import io.tidings.chaos.subscriber.EndpointMain;
import io.tidings.chaos.subscriber.ReceiverMain;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.chaos.subscriber.Subscribers;
import io.tidings.chaos.subscriber.Wishes;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.broker.Volume;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.cluster.ServiceSupervisor;
import io.tidings.testbed.cluster.TestCluster;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.network.Link;
import io.tidings.testbed.network.NameService;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Brokers, services and endpoints, each a process of its own, with a link between any two that talk.
 *
 * <pre>
 *  publisher ──≈──> ingest ──≈──> brokers <──≈── topology, workers, exporter
 *  publisher ──≈────────────────> brokers        workers ──≈──> endpoints
 *  brokers   ──≈────────────────> brokers        exporter ────> folder of blobs
 *  receivers ──≈──> ingest ─────> workers
 * </pre>
 */
public final class ChaosCluster implements AutoCloseable {
    private static final String PUBLISHER = "publisher";
    private static final String LETTERS = "letters-of-campaign";
    private static final List<String> ENDPOINT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final int RECEIVERS = 2;
    private static final int STORAGE_MEGABYTES = 256;
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(2), Duration.ofMillis(100));

    private final Releases releases;
    private final Path folder;
    private final ClusterSize size;
    private final Subscribers subscribers;
    private final HistoryArchive archive;
    private final NameService names;
    private final Optional<Volume> storage;
    private final TestCluster processes;
    private final ServiceSupervisor supervisor;
    private final Link endpoints;
    private final Link secureEndpoints;
    private final Link publishing;
    private final RecordedManagement management;
    private final int managementPort;
    private final Map<Integer, ChildProcess> receivers = new ConcurrentHashMap<>();

    /**
     * The folders that the programs come from.
     *
     * @param root of the repository
     * @param former root of a checkout of a former release, packaged
     */
    public record Releases(Path root, Optional<Path> former) {}

    private ChaosCluster(Releases releases, Path folder, ClusterSize size, PrintStream out) {
        this.releases = releases;
        this.folder = folder;
        this.size = size;
        subscribers =
                new Subscribers(size.profile(), size.maxAttempts(), size.mostAttempts(), size.limit(), size.queues());
        archive = new HistoryArchive(histories());
        var blobs = folder.resolve("blobs");
        storage = size.volumes() ? Volume.mount(blobs, STORAGE_MEGABYTES) : Optional.empty();
        var certificates = EndpointCertificates.make(folder.resolve("certificates"));
        names = NameService.of(
                folder, subscribers.all().stream().map(Subscriber::host).toList());
        int port = FreePort.next();
        processes = new TestCluster(plan(port, certificates), new EventTimeline(out));
        var ports = processes
                .startBeside(
                        "endpoints",
                        EndpointMain.class,
                        ENDPOINT_JVM,
                        histories().toString(),
                        certificates.folder().toString(),
                        size.profile().name())
                .announcement()
                .split(" ", -1);
        endpoints = Link.open("workers→endpoints", Integer.parseInt(ports[0]));
        secureEndpoints = Link.open("workers→secure→endpoints", Integer.parseInt(ports[1]));
        publishing = Link.open("publisher→ingest", port);
        managementPort = port;
        management = new RecordedManagement(new ManagementClient(port, ClusterPlan.TOKEN), archive);
        supervisor = new ServiceSupervisor(processes.services(), processes.timeline());
    }

    private ClusterPlan plan(int port, EndpointCertificates certificates) {
        var services = ClusterPlan.withoutWorkers(releases.root(), folder, port, storage());
        services.computeIfPresent(ClusterPlan.EXPORTER, (_, setup) -> setup.with(size.exporter()));
        if (subscribers.wishing()) {
            var setting = "deadletter.kafka." + Wishes.LETTERS;
            var letters = Map.of(setting, LETTERS, setting + ".topics", "*");
            services.computeIfPresent(ClusterPlan.EXPORTER, (_, setup) -> setup.with(letters));
            services.computeIfPresent(ClusterPlan.INGEST, (_, setup) -> setup.with(letters));
        }
        for (int i = 0; i < size.mostWorkers(); i++) {
            services.put(
                    worker(i),
                    ServiceSetup.shipped(Service.WORKER, releases.root())
                            .with(size.worker(worker(i)))
                            .with(certificates.settings())
                            .withJvm(certificates.trust())
                            .withJvm(names.asking()));
        }
        services.replaceAll((_, setup) -> setup.with(Map.of("time.scale", Double.toString(size.timeScale()))));
        var clients = new ArrayList<>(services.keySet());
        clients.add(PUBLISHER);
        return new ClusterPlan(folder, BrokerProcesses.Plan.lasting(size.brokers(), clients, size.volumes()), services);
    }

    private static String worker(int number) {
        return "worker-" + number;
    }

    /**
     * Returns when everything is ready and every subscription in force.
     *
     * @param folder for the data and logs of all processes
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
        var later = workers().subList(size.workers(), size.mostWorkers());
        processes.start(service -> !later.contains(service));
        if (subscribers.wishing()) {
            try (var admin = KafkaClients.of(brokers().observer()).admin()) {
                TestTopics.create(admin, new NewTopic(LETTERS, 1, (short) size.brokers()));
            }
        }
        until("the topics are created", () -> management.putTopics(subscribers.wishing()));
        subscribers.all().forEach(each -> until("there is a subscription " + each.name(), () -> put(each, "first")));
        awaitReady();
        if (size.queues()) {
            IntStream.range(0, RECEIVERS).forEach(this::startReceiver);
        }
        timeline().say("everything is ready");
    }

    /** Starts one of the programs that receive the events of queues. */
    void startReceiver(int number) {
        var receiver = processes.startBeside(
                "receiver-" + number,
                ReceiverMain.class,
                ENDPOINT_JVM,
                histories().toString(),
                "http://127.0.0.1:" + publishing.port(),
                size.profile().name());
        var _ = receiver.announcement();
        receivers.put(number, receiver);
    }

    /** @throws IllegalArgumentException when there is none of that number */
    ChildProcess receiver(int number) {
        var receiver = receivers.get(number);
        if (receiver == null) {
            throw new IllegalArgumentException("there is no receiver " + number);
        }
        return receiver;
    }

    /** Creates the subscription, or changes it. */
    public boolean put(Subscriber subscriber, String note) {
        return management.put(subscriber, subscriber.json(endpoints.port(), secureEndpoints.port(), note));
    }

    private static void until(String what, BooleanSupplier condition) {
        if (!PATIENCE.until(condition)) {
            throw new IllegalStateException("not within %s: %s; read the logs".formatted(PATIENCE.longest(), what));
        }
    }

    /** Returns when all services that run are ready. */
    public void awaitReady() {
        processes.awaitReady();
    }

    public List<ServiceProcess> running() {
        return processes.running();
    }

    public Collection<ServiceProcess> services() {
        return processes.services();
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public ServiceProcess service(String name) {
        return processes.service(name);
    }

    /** Those that run at first and those that may join them. */
    public List<ServiceProcess> workers() {
        return IntStream.range(0, size.mostWorkers())
                .mapToObj(number -> service(worker(number)))
                .toList();
    }

    public BrokerProcesses brokers() {
        return processes.brokers();
    }

    public List<Link> links() {
        var links = new ArrayList<>(List.of(endpoints, secureEndpoints, publishing));
        brokers().links().forEach(links::add);
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
        return processes.timeline();
    }

    /** The name service in which workers look up endpoints. */
    public NameService names() {
        return names;
    }

    /** The root of this release. */
    public Path root() {
        return releases.root();
    }

    /** The root of a former release. */
    public Optional<Path> former() {
        return releases.former();
    }

    /** Starts {@code tidings redrive --wait} of this release, with its log in the folder of the cluster. */
    public ChildProcess redrive(Subscriber subscriber, int rate) {
        return command(
                "redrive",
                "deploy/cli",
                "io.tidings.cli.CliMain",
                List.of(
                        "redrive",
                        "%s/%s".formatted(subscriber.topic(), subscriber.name()),
                        "--rate",
                        Integer.toString(rate),
                        "--wait",
                        "--url",
                        "http://localhost:" + managementPort,
                        "--token",
                        ClusterPlan.TOKEN));
    }

    /** Asks for the end of all redrives of the subscription; returns whether all could be asked. */
    public boolean cancelRedrives(Subscriber subscriber) {
        var client = management.client();
        var jobs = client.manage(
                "GET", "/jobs?topic=%s&subscription=%s".formatted(subscriber.topic(), subscriber.name()), "");
        if (!jobs.successful()) {
            return false;
        }
        boolean asked = true;
        for (var job : jobs.json().path("value")) {
            if (!job.has("ended")) {
                var id = job.path("id").textValue();
                asked &= client.manage("POST", "/jobs/" + id + "/cancel", "").successful();
            }
        }
        return asked;
    }

    /** Starts the command {@code grow} of this release, with its log in the folder of the cluster. */
    public ChildProcess grow(int partitions) {
        return command(
                "grow",
                "deploy/local",
                "io.tidings.cli.CliMain",
                List.of(
                        "grow",
                        "--to",
                        Integer.toString(partitions),
                        "--set",
                        "bootstrap.servers=" + brokers().bootstrap(ClusterPlan.EXPORTER),
                        "--set",
                        "time.scale=" + size.timeScale()));
    }

    private ChildProcess command(String name, String module, String main, List<String> arguments) {
        var classPath = root().resolve(module).resolve("target/dist/lib/*").toString();
        return ChildProcess.start(
                Command.java(name, classPath, List.of("-Xmx128m", "-XX:+UseSerialGC"), main, arguments), folder);
    }

    /** The port of the link to ingest. */
    public int publishingPort() {
        return publishing.port();
    }

    /** The port of ingest itself. */
    public int ingestPort() {
        return managementPort;
    }

    /** The address at which publishers reach Kafka. */
    public KafkaClients publisher() {
        return KafkaClients.of(brokers().bootstrap(PUBLISHER));
    }

    /** The Kafka topics to which dead letters are copied. */
    public List<String> copies() {
        return subscribers.wishing() ? List.of(LETTERS) : List.of();
    }

    public Path histories() {
        return folder.resolve("histories");
    }

    /** The folder of the blobs. */
    public Path storage() {
        return storage.map(Volume::folder).orElse(folder.resolve("blobs"));
    }

    /** The volume of the blobs, if it can be filled. */
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
        storage.ifPresent(Volume::close);
        endpoints.close();
        secureEndpoints.close();
        management.client().close();
        archive.close();
        publishing.close();
    }
}
