package io.tidings.benchmark.campaign.town;

import io.tidings.benchmark.campaign.endpoint.EndpointMain;
import io.tidings.benchmark.campaign.history.Archive;
import io.tidings.benchmark.campaign.history.Blobs;
import io.tidings.benchmark.campaign.network.Link;
import io.tidings.benchmark.campaign.network.NameService;
import io.tidings.benchmark.campaign.network.TestCertificate;
import io.tidings.benchmark.campaign.publish.Ports;
import io.tidings.benchmark.campaign.publish.Roster;
import io.tidings.benchmark.campaign.publish.Subscriber;
import io.tidings.benchmark.stage.Stage;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
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
public final class Town implements AutoCloseable {
    private static final String PUBLISHER = "publisher";
    private static final List<String> ENDPOINT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final String BLOBS = "blobs";
    private static final int STORAGE_MEGABYTES = 256;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private final Path folder;
    private final Size size;
    private final Stage stage;
    private final Brokers brokers;
    private final Link endpoints;
    private final Link secureEndpoints;
    private final Link publishing;
    private final Edge management;
    private final Incidents incidents;
    private final Roster roster;
    private final Archive archive;
    private final NameService names;
    private final TestCertificate certificate;
    private final Releases releases;
    private final Instances instances;
    private final Optional<Volume> storage;
    private final Supervisor supervisor;

    private Town(Releases releases, Path folder, Size size, PrintStream out) {
        this.folder = folder;
        this.size = size;
        this.releases = releases;
        roster = new Roster(size.profile(), size.maxAttempts(), size.mostAttempts());
        incidents = new Incidents(out);
        stage = new Stage(folder);
        storage = size.volumes() ? Volume.mount(folder.resolve(BLOBS), STORAGE_MEGABYTES) : Optional.empty();
        brokers = new Brokers(stage, folder.resolve("kafka"), size.brokers(), clients(size));
        archive = new Archive(histories());
        certificate = TestCertificate.make(folder.resolve("certificate"), Subscriber.DOMAIN);
        names = NameService.of(
                folder, roster.all().stream().map(Subscriber::host).toList());
        var receiving = stage.start(
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
        management = new Edge(port, archive);
        instances = instances(port);
        supervisor = Supervisor.start(instances.all(), incidents);
    }

    private static List<String> clients(Size size) {
        var clients = new ArrayList<>(List.of(PUBLISHER, Instances.INGEST, Instances.TOPOLOGY, Instances.EXPORTER));
        for (int i = 0; i < size.mostWorkers(); i++) {
            clients.add(worker(i));
        }
        return clients.stream().map(Town::listener).toList();
    }

    private static String worker(int number) {
        return "worker-" + number;
    }

    private static String listener(String client) {
        return client.replace("-", "").toUpperCase(Locale.ROOT);
    }

    private Instances instances(int port) {
        var place = new Instances.Place(
                releases.root(), folder, name -> brokers.bootstrap(listener(name)), size.all(), List.of());
        var exporter = new LinkedHashMap<>(size.exporter());
        exporter.put("deadletter.storage", storage().toUri().toString());
        var settled = Instances.of(place, incidents, port, exporter);
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
     * @param folder for all that the town leaves
     */
    public static Town build(Releases releases, Path folder, Size size, PrintStream out) {
        var town = new Town(releases, folder.toAbsolutePath(), size, out);
        try {
            town.open();
            return town;
        } catch (RuntimeException e) {
            town.close();
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
        roster.all().forEach(each -> until("there is a subscription " + each.name(), () -> put(each, "first")));
        awaitReady();
        incidents.say("everything is there");
    }

    /** Creates the subscription, or changes it. */
    public boolean put(Subscriber subscriber, String note) {
        return management.put(subscriber, subscriber.json(new Ports(endpoints.port(), secureEndpoints.port()), note));
    }

    private static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("not within %s: %s; read the logs".formatted(PATIENCE, what));
            }
            LockSupport.parkNanos(LOOK);
        }
    }

    /** Returns when all that should run is ready. */
    public void awaitReady() {
        instances.awaitReady();
    }

    public List<Instance> running() {
        return instances.running();
    }

    public Collection<Instance> all() {
        return instances.all();
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public Instance instance(String name) {
        return instances.get(name);
    }

    public Instance ingest() {
        return instances.get(Instances.INGEST);
    }

    public Instance topology() {
        return instances.get(Instances.TOPOLOGY);
    }

    public Instance exporter() {
        return instances.get(Instances.EXPORTER);
    }

    /** Those that run and those that may join them. */
    public List<Instance> workers() {
        var workers = new ArrayList<Instance>();
        for (int i = 0; i < size.mostWorkers(); i++) {
            workers.add(instances.get(worker(i)));
        }
        return workers;
    }

    public Brokers brokers() {
        return brokers;
    }

    public List<Link> links() {
        var links = new ArrayList<>(List.of(endpoints, secureEndpoints, publishing));
        brokers.links().forEach(links::add);
        return links;
    }

    public Edge management() {
        return management;
    }

    public Roster roster() {
        return roster;
    }

    public Size size() {
        return size;
    }

    public Incidents incidents() {
        return incidents;
    }

    /** How workers look the names of endpoints up. */
    public NameService names() {
        return names;
    }

    public Releases releases() {
        return releases;
    }

    /** What brings dead letters back. */
    public Redriving redriving() {
        return new Redriving(releases, brokers.bootstrap(listener(Instances.EXPORTER)), size, folder);
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

    public Blobs blobs() {
        return new Blobs(storage());
    }

    @Override
    public void close() {
        supervisor.close();
        instances.close();
        brokers.close();
        storage.ifPresent(Volume::close);
        endpoints.close();
        secureEndpoints.close();
        archive.close();
        publishing.close();
        stage.close();
    }
}
