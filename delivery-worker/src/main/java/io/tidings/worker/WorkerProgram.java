package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.Program;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.DeliverySession.Health;
import io.tidings.worker.DeliverySession.Tables;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.commit.LadderPurger;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.MinuteStats;
import io.tidings.worker.telemetry.StatsWriter;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.UntakenPartitions;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

public final class WorkerProgram implements Program {
    private static final String NAME = "delivery-worker";

    /**
     * A URL is checked when an event is sent, not when the subscription is read: deliveries of a subscription with a
     * forbidden URL must not be dropped as if it had been deleted.
     */
    private static final EndpointRules EVERY_URL = new EndpointRules(true);

    private final ProgramScope scope;
    private final SessionLoop sessions;
    private final Health health;

    private WorkerProgram(ProgramScope scope, SessionLoop sessions, Health health) {
        this.scope = scope;
        this.sessions = sessions;
        this.health = health;
    }

    /** Starts a worker and joins its group; the worker is ready when it has its partitions. */
    public static WorkerProgram start(Settings settings, MeterRegistry registry) {
        var config = WorkerConfig.of(settings);
        var clients = config.kafka().clients();
        // In parallel: half of a restart is waiting for brokers and for classes to be loaded.
        var committers = new Committers(config, registry);
        var connecting = meanwhile("open-endpoints", () -> endpoints(config, registry));
        int partitions = new TopicProvisioner(clients, config.kafka().topics())
                .provision(
                        config.kafka().partitions(),
                        config.kafka().replication(),
                        config.dispatch().ladder().scale());
        return ProgramScope.start(
                NAME,
                clients,
                Tracing.of(settings, NAME, registry),
                registry,
                scope -> open(scope, config, partitions, committers, connecting, registry));
    }

    private static WorkerProgram open(
            ProgramScope scope,
            WorkerConfig config,
            int partitions,
            Committers committers,
            CompletableFuture<WebhookClient> connecting,
            MeterRegistry registry) {
        var admin = scope.open(config.kafka().clients().admin());
        var tables = tables(scope, config, partitions);
        var purger = scope.open(LadderPurger.start(admin, config.kafka().purge()));
        var client = scope.open(connecting.join());
        scope.endWith(client.broken());
        var metrics = new WorkerMetrics(registry, config.metrics());
        var tracing = DeliveryTracing.of(scope.tracing());
        var stats = stats(scope, config);
        var health = new Health(new UntakenPartitions(registry), new BrokerClockSkew(registry), scope.loops());
        var desk = config.receive() == null ? null : scope.open(DeskListener.open(config.receive()));
        var sessions = scope.startSessions(
                "worker.instance.id " + config.kafka().instance(),
                () -> new DeliverySession(
                        config,
                        admin,
                        tables,
                        client,
                        purger,
                        metrics,
                        tracing,
                        stats,
                        health,
                        desk,
                        committers.get()));
        return new WorkerProgram(scope, scope.open(sessions), health);
    }

    private static SubscriptionStats stats(ProgramScope scope, WorkerConfig config) {
        if (!config.timeline().stats()) {
            return SubscriptionStats.NONE;
        }
        var kafka = config.kafka();
        var writer = scope.open(StatsWriter.open(
                kafka.clients(),
                kafka.topics().stats(),
                kafka.instance() + "." + Instant.now().getEpochSecond()));
        var stats = new MinuteStats(writer::write);
        scope.open(stats::end);
        return stats;
    }

    private static Tables tables(ProgramScope scope, WorkerConfig config, int partitions) {
        var topics = config.kafka().topics();
        var resources = new ResourceTable(
                new SubscriptionJson(EVERY_URL), config.endpoints().secrets());
        var health = new EndpointHealthTable();
        return new Tables(
                resources,
                scope.follow(Followed.resources(topics, resources, _ -> {})).awaitCaughtUp(),
                health,
                scope.follow(Followed.health(topics, partitions, health)));
    }

    private static WebhookClient endpoints(WorkerConfig config, MeterRegistry registry) {
        var endpoints = config.endpoints();
        return WebhookClient.open(
                EndpointCredentials.open(
                        NAME,
                        endpoints.credentials(),
                        endpoints.rules(),
                        endpoints.addresses(),
                        endpoints.proxy(),
                        registry),
                endpoints.rules(),
                endpoints.addresses(),
                endpoints.proxy(),
                endpoints.connectTimeout(),
                config.longestExchange(),
                config.dispatch().scheduler().inFlight() * 2
                        + config.dispatch().late().open());
    }

    private static <T> CompletableFuture<T> meanwhile(String name, Supplier<T> opening) {
        return CompletableFuture.supplyAsync(
                opening, task -> Thread.ofVirtual().name(name).start(task));
    }

    /** Opens one committer after the other; the first one in parallel to the start of the program. */
    private static final class Committers implements Supplier<Committer> {
        private final WorkerConfig config;
        private final MeterRegistry registry;
        private @Nullable CompletableFuture<Committer> first;

        Committers(WorkerConfig config, MeterRegistry registry) {
            this.config = config;
            this.registry = registry;
            this.first = meanwhile("open-committer", this::open);
        }

        @Override
        public Committer get() {
            var opening = first;
            first = null;
            return opening == null ? open() : KafkaFutures.await(opening, "opening the producer");
        }

        private Committer open() {
            var kafka = config.kafka();
            boolean foreignTopics = !config.endpoints().destinations().topics().isEmpty();
            var committer = Committer.open(
                    kafka.clients(), kafka.topics().workersGroup() + "-" + kafka.instance(), foreignTopics);
            committer.bindTo(registry);
            return committer;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return sessions.ready() && scope.brokers().there() && health.clockSkew().agree();
    }

    @Override
    public List<String> problems() {
        return health.sentences();
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
