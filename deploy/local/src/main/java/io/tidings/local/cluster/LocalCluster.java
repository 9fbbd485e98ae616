package io.tidings.local.cluster;

import io.tidings.cli.listen.Endpoint;
import io.tidings.runtime.AdminServer;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Lifecycle;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.cluster.ManagementClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Kafka broker and all four programs in this JVM. */
public final class LocalCluster implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LocalCluster.class);

    /** Held, because a logger that nobody holds forgets its level. */
    private static final java.util.logging.Logger HTTP_SERVER = java.util.logging.Logger.getLogger("io.helidon");

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofMillis(20);
    /** Settings of every Kafka client, also of the one that asks whether Kafka is there. */
    private static final String NATIVE = "kafka.";

    private static final int ANSWER_MILLIS = 10_000;

    /** The things that are closed at the end, the last one opened first. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<Program> programs = new ArrayList<>();
    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private final LocalOptions options;
    private final String bootstrap;
    private final LocalCertificate certificate;
    private final String adminToken;
    private volatile boolean closing;

    private LocalCluster(LocalOptions options) {
        this.options = options;
        HTTP_SERVER.setLevel(Level.WARNING);
        LocalSettings.requireKnown(options.settings(), LocalProgram.all());
        opened.push(LockedDataFolder.open(options.data()));
        try {
            options.ports().requireFree(options.address().inet(), options.bootstrap() == null);
            this.certificate = LocalCertificate.in(
                    options.data().resolve("tls"), options.address().host());
            this.adminToken =
                    SecretFile.in(options.token(), Base64.getUrlEncoder().withoutPadding());
            SecretFile.in(options.secretsKey(), Base64.getEncoder());
            this.bootstrap = options.bootstrap() == null ? startBroker() : answering(options, options.bootstrap());
            options.ports()
                    .receiver()
                    .ifPresent(port -> opened.push(Endpoint.accepting(LocalAddress.LOOPBACK_HOST, port)));
            startPrograms();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Returns when everything is ready.
     *
     * @throws RuntimeException when it does not get there; nothing is left running then
     */
    public static LocalCluster start(LocalOptions options) {
        return new LocalCluster(options);
    }

    private String startBroker() {
        var settings = LocalBroker.Settings.in(options.data().resolve("kafka")).replaceable();
        var broker = LocalBroker.start(options.address().at(options.ports().kafka(), settings));
        opened.push(broker);
        return broker.bootstrapServers();
    }

    private static String answering(LocalOptions options, String bootstrap) {
        var settings = new HashMap<String, Object>(Map.of(
                "request.timeout.ms", ANSWER_MILLIS,
                "default.api.timeout.ms", ANSWER_MILLIS));
        options.settings().forEach((name, value) -> {
            if (name.startsWith(NATIVE)) {
                settings.put(name.substring(NATIVE.length()), value);
            }
        });
        settings.put("bootstrap.servers", bootstrap);
        try (var admin = Admin.create(settings)) {
            KafkaFutures.await(admin.describeCluster().nodes(), "asking Kafka for its brokers");
            return bootstrap;
        } catch (KafkaException e) {
            throw new CannotStart(
                    "Kafka at %s does not respond: start it, or correct --bootstrap.".formatted(bootstrap), e);
        }
    }

    private void startPrograms() {
        var services = LocalProgram.all();
        var settings = LocalSettings.of(options, bootstrap, certificate);
        var metrics = Lifecycle.metrics();
        var admin = AdminServer.start(
                options.address().listen(),
                options.ports().admin(),
                CommonSettings.livenessTimeout(services.getFirst().settings(settings)),
                metrics);
        opened.push(admin);
        for (var service : services) {
            var program = service.start(settings, metrics);
            opened.push(program);
            programs.add(program);
            program.ended().whenComplete((_, cause) -> {
                if (cause != null && !closing) {
                    lost.completeExceptionally(cause);
                }
            });
            log.info("{} is started", service.name());
        }
        programs.forEach(admin::watch); // not one by one: all are ready, or none is
        awaitReady();
    }

    private void awaitReady() {
        long start = System.nanoTime();
        while (!programs.stream().allMatch(Program::ready)) {
            if (lost.isCompletedExceptionally()) {
                lost.join();
            }
            if (System.nanoTime() - start > READY_WITHIN.toNanos()) {
                throw new CannotStart("Not ready within %s: %s. The log above may say why; start it again."
                        .formatted(READY_WITHIN, unready()));
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
    }

    private List<String> unready() {
        return programs.stream()
                .filter(each -> !each.ready())
                .map(Program::name)
                .toList();
    }

    /** Completes exceptionally when a program had to stop; else never. */
    public CompletionStage<Void> lost() {
        return lost;
    }

    public LocalOptions options() {
        return options;
    }

    public String bootstrapServers() {
        return bootstrap;
    }

    /** The address of Kafka for clients elsewhere; programs of this JVM may have another. */
    public String kafka() {
        return options.bootstrap() == null
                ? options.address().host() + ":" + options.ports().kafka()
                : bootstrap;
    }

    public LocalCertificate certificate() {
        return certificate;
    }

    public String adminToken() {
        return adminToken;
    }

    public String http() {
        return "http://" + options.address().host() + ":" + options.ports().http();
    }

    public String https() {
        return "https://" + options.address().host() + ":" + options.ports().https();
    }

    public String console() {
        return http() + "/console";
    }

    /** Returns a link that signs in once, within a minute; empty where others than this machine may see the console. */
    public Optional<String> signInLink() {
        try (var ingest = new ManagementClient(http(), adminToken)) {
            var response = ingest.manage("POST", "/console/sign-in", "");
            return response.successful()
                    ? Optional.of(console() + "#/?code="
                            + response.json().path("code").asText())
                    : Optional.empty();
        }
    }

    public String admin() {
        return "http://" + options.address().host() + ":" + options.ports().admin();
    }

    /** Lets every program finish what it has begun; what accepts ends first, the broker last. */
    @Override
    public synchronized void close() {
        closing = true;
        while (!opened.isEmpty()) {
            close(opened.pop());
        }
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) { // what AutoCloseable declares
            log.error("{} did not stop cleanly", part, e);
        }
    }
}
