package io.tidings.ingest;

import static java.util.Map.entry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.parse.EventReader;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.ingest.manage.ManagementApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.publish.DedicatedTopics;
import io.tidings.ingest.publish.EventAppender;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.publish.PublishMetrics;
import io.tidings.ingest.reconcile.AwaitingCompletion;
import io.tidings.ingest.reconcile.AwaitingValidation;
import io.tidings.ingest.reconcile.ReconcileMetrics;
import io.tidings.ingest.reconcile.SubscriptionReconciler;
import io.tidings.ingest.server.IngestServer;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.ingest.write.OvertakenChanges;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.runtime.Program;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.EndpointHealthFollower;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ingest service.
 *
 * <pre>
 *  requests ──> IngestServer ──> PublishApi ──> EventAppender ──> events
 *                   │                └── topics, keys ──┐
 *                   └──> ManagementApi ──> ResourceWriter ──> topics, subscriptions
 *                            ├── reads ── ResourceTable ◄── TableFollower ◄──┘
 *                            │                 └── SubscriptionReconciler (one instance) ──> handshakes with endpoints
 *                            └── reads ── EndpointHealthTable ◄── EndpointHealthFollower ◄── probation
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
        var producer = producer(scope, config, metrics);
        var json = new SubscriptionJson(config.resources().endpoints());
        var table = new ResourceTable(json, config.resources().secrets());
        var awaitingCompletion = new AwaitingCompletion();
        var awaitingValidation = new AwaitingValidation();
        var overtaken = new OvertakenChanges();
        var reconcileMetrics = new ReconcileMetrics(metrics);
        var changes = awaitingCompletion
                .andThen(awaitingValidation)
                .andThen(overtaken)
                .andThen(reconcileMetrics);
        var follower = follower(scope, config.log(), table, changes, metrics);
        var healthTable = healthTable(scope, config.log(), partitions, metrics);
        var topics = config.log().topics();
        var writer = new ResourceWriter(
                producer, topics, follower, config.resources().secrets());
        var endpointValidation = config.validation().endpointValidation();
        var conflictAware = new ConflictAwareWriter(table, writer, overtaken);
        var management = ManagementApi.of(
                config.admin(),
                table,
                healthTable,
                writer,
                new ManagementApi.Shown(
                        config.resources().ids(),
                        config.publishedAt(),
                        config.resources().accounts()),
                json,
                config.resources().addresses(),
                endpointValidation);
        var routes = new IngestRoutes(
                publishing(scope, config, producer, table, follower, metrics),
                management,
                new ManualValidationApi(table, conflictAware, endpointValidation, Clock.systemUTC()),
                ApiDescription.read(),
                config.server().management() != null);
        var server = scope.open(IngestServer.start(config.server(), routes.handlers()));
        var parts = new SubscriptionReconciler.Parts(
                table,
                awaitingCompletion,
                awaitingValidation,
                conflictAware,
                endpointValidation,
                config.resources().ids(),
                reconcileMetrics);
        var reconciler = scope.open(SubscriptionReconciler.start(
                config.log().clients(), topics, parts, validationOptions(config, server), metrics));
        scope.endWith(reconciler.ended());
        return new IngestProgram(scope, server);
    }

    private static Producer<byte[], byte[]> producer(ProgramScope scope, IngestConfig config, MeterRegistry metrics) {
        var producer = scope.open(config.log().clients().producer(producerSettings(config)));
        scope.open(new KafkaClientMetrics(producer)).bindTo(metrics);
        return producer;
    }

    private static TableFollower follower(
            ProgramScope scope,
            IngestConfig.Log kafka,
            ResourceTable table,
            Consumer<TableChange> changes,
            MeterRegistry metrics) {
        var follower = scope.open(TableFollower.start(kafka.clients(), kafka.topics(), table, changes));
        KafkaFutures.await(follower.caughtUp().toCompletableFuture(), "reading topics and subscriptions");
        follower.bindTo(metrics);
        scope.endWith(follower.ended());
        return follower;
    }

    private static EndpointHealthTable healthTable(
            ProgramScope scope, IngestConfig.Log kafka, int partitions, MeterRegistry metrics) {
        var table = new EndpointHealthTable();
        var follower = scope.open(EndpointHealthFollower.start(kafka.clients(), kafka.topics(), partitions, table));
        KafkaFutures.await(follower.caughtUp().toCompletableFuture(), "reading the health of endpoints");
        follower.bindTo(metrics);
        scope.endWith(follower.ended());
        return table;
    }

    private static PublishApi publishing(
            ProgramScope scope,
            IngestConfig config,
            Producer<byte[], byte[]> producer,
            ResourceTable table,
            TableFollower follower,
            MeterRegistry metrics) {
        var topics = config.log().topics();
        var dedicated = scope.open(DedicatedTopics.follow(config.log().clients().admin(), topics));
        return new PublishApi(
                table,
                config.auth(),
                new EventReader(config.resources().ids()),
                new EventAppender(
                        producer, topics, dedicated::exists, follower::position, scope::endWith, scope.tracing()),
                new PublishMetrics(metrics),
                Clock.systemUTC());
    }

    private static SubscriptionReconciler.ValidationOptions validationOptions(
            IngestConfig config, IngestServer server) {
        return new SubscriptionReconciler.ValidationOptions(
                config.resources().endpoints(),
                config.resources().addresses(),
                new ValidationUrl(config.validation().serviceUrl(server.httpPort(), server.httpsPort())),
                config.validation().requestsPerMinute());
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

    /**
     * The waits are bounded, so that a publisher gets a 503 for lost brokers before its own timeout. Without linger the
     * first event of a request may be sent alone; the others are one batch, and with two requests in flight both take
     * one round trip.
     */
    private static Map<String, Object> producerSettings(IngestConfig config) {
        return Map.ofEntries(
                entry("acks", "all"),
                entry("enable.idempotence", true),
                entry("compression.type", "lz4"),
                entry("linger.ms", 0),
                entry("batch.size", EventLimits.MAX_REQUEST_BYTES),
                entry("max.in.flight.requests.per.connection", 2),
                entry("max.block.ms", 2_000),
                entry("request.timeout.ms", 5_000),
                entry("delivery.timeout.ms", 10_000),
                entry("buffer.memory", config.log().bufferBytes()));
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

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return scope.running() && server.running() && scope.brokers().there();
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
