package io.tidings.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.ingest.server.IngestServer;
import io.tidings.runtime.Program;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Settings;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ingest service.
 *
 * <pre>
 *  requests ──> IngestServer ──> PublishApi ──> EventAppender ──> events
 *                   │                └── topics, keys ──┐
 *                   └──> IngestRoutes ──> ResourceWriter ──> topics, subscriptions
 *                            ├── reads ── ResourceTable ◄── Follower ◄──┘
 *                            │                 └── SubscriptionReconciler (one instance) ──> handshakes, system events
 *                            └── reads ── EndpointHealthTable ◄── Follower ◄── probation
 * </pre>
 */
public final class IngestProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(IngestProgram.class);
    private static final String NAME = "ingest";

    /** The exporter checks the retention for its own delay. */
    private static final Duration NO_DEAD_LETTER_DELAY = Duration.ZERO;

    private final ProgramScope scope;
    private final IngestServer server;

    private IngestProgram(ProgramScope scope, IngestServer server) {
        this.scope = scope;
        this.server = server;
    }

    /**
     * Starts the service, which accepts requests when this returns.
     *
     * @throws io.tidings.runtime.InvalidSettings if these settings or the existing topics do not allow a start
     */
    public static IngestProgram start(Settings settings, MeterRegistry metrics) {
        var config = IngestConfig.of(settings);
        warnOfPlainSecrets(config);
        var clients = config.log().clients();
        int partitions = new TopicProvisioner(clients, config.log().topics())
                .provision(
                        config.log().partitions(),
                        config.log().replication(),
                        NO_DEAD_LETTER_DELAY,
                        config.log().scale());
        var program = ProgramScope.start(
                NAME,
                clients,
                Tracing.of(settings, "ingest-service", metrics),
                metrics,
                scope -> open(scope, config, partitions, metrics));
        log.info(
                "ingest takes requests, http port {}, https port {} (-1 is off), management port {} (-1 is the same)",
                program.httpPort(),
                program.httpsPort(),
                program.managementPort());
        return program;
    }

    /**
     * The scope closes in reverse order: requests first, then what they need; the producer flushes when it is closed.
     */
    private static IngestProgram open(ProgramScope scope, IngestConfig config, int partitions, MeterRegistry metrics) {
        return new IngestProgram(scope, IngestAssembly.open(scope, config, partitions, metrics));
    }

    private static void warnOfPlainSecrets(IngestConfig config) {
        var keyring = config.resources().secrets().keyring();
        if (keyring.isEmpty()) {
            log.warn("no secrets.key: secrets of subscriptions and keys of topics are stored in Kafka in plain text; "
                    + "make a key with \"openssl rand -base64 32\" and give it to ingest-service and delivery-worker");
        } else {
            log.info(
                    "secrets are sealed with the key {}, and opened with {}",
                    keyring.ids().getFirst(),
                    keyring.ids());
        }
        if (config.resources().secrets().acceptUnbound()) {
            log.warn("secrets.accept.unbound is true: secrets that a former release sealed are opened for any "
                    + "endpoint, and sealed again; set it to false when no more records are written again");
        }
    }

    /** Returns -1 without plain HTTP. */
    public int httpPort() {
        return server.httpPort();
    }

    /** Returns -1 without HTTPS. */
    public int httpsPort() {
        return server.httpsPort();
    }

    /** Returns -1 if management has no port of its own. */
    public int managementPort() {
        return server.managementPort();
    }

    /** Returns -1 if agents are not served. */
    public int agentsPort() {
        return server.agentsPort();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return scope.running() && server.running() && scope.brokers().there();
    }

    @Override
    public List<Hang> hanging(Duration limit) {
        return scope.hanging(limit);
    }

    @Override
    public CompletionStage<Void> ended() {
        return scope.ended();
    }

    @Override
    public void close() {
        scope.close();
    }
}
