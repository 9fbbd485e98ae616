package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.town.Brokers;
import io.tidings.benchmark.campaign.town.Incidents;
import io.tidings.benchmark.campaign.town.Instance;
import io.tidings.benchmark.campaign.town.Instances;
import io.tidings.benchmark.campaign.town.Supervisor;
import io.tidings.benchmark.sink.SinkClient;
import io.tidings.benchmark.sink.SinkMain;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.Registry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One broker, one of each service with a heap of 512 MB, and a sink with many ports. */
final class Village implements AutoCloseable {
    private static final String WORKER = "worker";

    /** Every event comes alone, of whatever size. */
    private static final int LARGER_THAN_ANY_EVENT = 1 << 21;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int OK = 200;
    private static final String NOBODY_ASKS = "no key is asked for";

    private final Stage stage;
    private final Brokers brokers;
    private final Incidents incidents;
    private final List<String> addresses;
    private final SinkClient sink;
    private final int port = FreePort.next();
    private final Instances instances;
    private final Supervisor supervisor;

    private Village(Path root, Path folder, Extent extent, PrintStream out) {
        incidents = new Incidents(out);
        stage = new Stage(folder);
        brokers = new Brokers(stage, folder.resolve("kafka"), 1, List.of());
        var ports = Integer.toString(
                extent.burdens().endpoints() + extent.crowding().endpoints());
        var receiving = stage.start("sink", SinkMain.class, Stage.JVM, Integer.toString(LARGER_THAN_ANY_EVENT), ports);
        addresses = List.of(receiving.announcement().split(" ", -1));
        sink = new SinkClient(addresses.getFirst());
        instances = instances(root, folder, extent);
        supervisor = Supervisor.start(instances.all(), incidents);
    }

    private Instances instances(Path root, Path folder, Extent extent) {
        var jvm = List.of("-Xmx" + Extent.MEGABYTES + "m");
        var bootstrap = clients().bootstrapServers();
        var place = new Instances.Place(root, folder, _ -> bootstrap, Map.of(), jvm);
        var storage =
                Map.of("deadletter.storage", folder.resolve("blobs").toUri().toString());
        var settled = Instances.of(place, incidents, port, storage);
        settled.addWorker(WORKER, extent.workerSettings());
        return settled;
    }

    /**
     * Returns when everything is there.
     *
     * @param root of the repository
     * @param folder for logs and data
     */
    static Village build(Path root, Path folder, Extent extent, PrintStream out) {
        var village = new Village(root, folder.toAbsolutePath(), extent, out);
        try {
            village.open();
            return village;
        } catch (RuntimeException e) {
            village.close();
            throw e;
        }
    }

    private void open() {
        brokers.startAll();
        // It creates the topics; what comes earlier would only warn about them.
        ingest().start();
        ingest().awaitReady();
        instances.all().stream().filter(each -> !each.running()).forEach(Instance::start);
        awaitReady();
        say("everything is there");
    }

    void awaitReady() {
        instances.awaitReady();
    }

    /**
     * Subscribes to a new topic; everybody gets every event that is accepted from now on (B-MATCH-6).
     *
     * @param endpoints where the events of the subscription at that place go
     * @return the position of the subscriptions table behind them
     */
    long subscribe(String topic, Audience audience, IntFunction<String> endpoints) {
        var registry = new Registry(clients());
        registry.topic(topic, NOBODY_ASKS);
        long read = registry.subscribe(audience, 1, endpoints::apply);
        awaitIngest(audience.keys().getLast());
        return read;
    }

    private void awaitIngest(SubscriptionKey last) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!known(last)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "ingest does not know subscription %s within %s; read its log".formatted(last, PATIENCE));
            }
            Waiting.sleep(LOOK);
        }
    }

    private boolean known(SubscriptionKey key) {
        var resource = "http://127.0.0.1:%d/topics/%s/eventSubscriptions/%s".formatted(port, key.topic(), key.name());
        try {
            var connection = (HttpURLConnection) URI.create(resource).toURL().openConnection();
            connection.setRequestProperty("authorization", "Bearer " + Instances.TOKEN);
            return connection.getResponseCode() == OK;
        } catch (IOException e) {
            return false; // it is busy, or comes back
        }
    }

    KafkaClients clients() {
        return brokers.observer();
    }

    Brokers brokers() {
        return brokers;
    }

    SinkClient sink() {
        return sink;
    }

    /** Where the sink is; each is another host for a client. */
    String address(int number) {
        return addresses.get(number % addresses.size());
    }

    /** Of a publisher to that topic. */
    Poster poster(String topic, Poster.Load load) {
        return new Poster(port, topic, load);
    }

    Instance ingest() {
        return instances.get(Instances.INGEST);
    }

    Collection<Instance> instances() {
        return instances.all();
    }

    /** How often a service ended without being told to. */
    int ends() {
        return incidents.faults().size();
    }

    void say(String what) {
        incidents.say(what);
    }

    /** How many accepted events have not come to that group of the sink, when all have or patience is at its end. */
    long missing(BitSet accepted, String group, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            var missing = (BitSet) accepted.clone();
            missing.andNot(sink.seen(group));
            if (missing.isEmpty() || System.nanoTime() - end > 0) {
                return missing.cardinality();
            }
            Waiting.sleep(LOOK);
        }
    }

    /** Records that wait in Kafka. */
    Lag lag() {
        return new Lag(clients(), Site.TOPICS);
    }

    @Override
    public void close() {
        supervisor.close();
        instances.close();
        brokers.close();
        stage.close();
    }
}
