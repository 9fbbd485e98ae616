package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Durations;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.kafka.EndpointHealthFollower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.DeliverySession.Brokers;
import io.tidings.worker.DeliverySession.Environment;
import io.tidings.worker.DeliverySession.Health;
import io.tidings.worker.DeliverySession.Tables;
import io.tidings.worker.DeliverySession.Telemetry;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.commit.LadderPurger;
import io.tidings.worker.group.DuplicateScan;
import io.tidings.worker.group.PartitionHandover;
import io.tidings.worker.group.StartingPoints;
import io.tidings.worker.group.UntakenPartitions;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The delivery worker while it runs: consumes the ladder, posts, parks. */
public final class WorkerProgram implements Program {
    private static final String NAME = "delivery-worker";
    private static final Duration DEAD_LETTER_DELAY = Duration.ofMinutes(5);

    /**
     * Where may be sent to is decided at the sending: a subscription that must not be sent to is still one, whose
     * deliveries must not be dropped as if it had been deleted.
     */
    private static final EndpointRules EVERY_URL = new EndpointRules(true);

    private final Environment environment;
    private final EndpointHealthFollower healthFollower;
    private final BrokerHealth brokers;
    private final Tracing tracing;
    private final SessionLoop sessions;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private WorkerProgram(
            Environment environment,
            EndpointHealthFollower healthFollower,
            BrokerHealth brokers,
            Tracing tracing,
            SessionLoop sessions) {
        this.environment = environment;
        this.healthFollower = healthFollower;
        this.brokers = brokers;
        this.tracing = tracing;
        this.sessions = sessions;
        sessions.ended().whenComplete((_, failure) -> endWith(failure));
        endWithFailureOf(environment.tables().follower().ended());
        endWithFailureOf(healthFollower.ended());
        endWithFailureOf(environment.client().broken());
    }

    /** Starts a worker that takes part in the group from now on; it is ready when it has its partitions. */
    public static WorkerProgram start(Settings settings, MeterRegistry registry) {
        var config = WorkerConfig.of(settings);
        var clients = config.kafka().clients();
        // Opened meanwhile: half of a restart is waiting for brokers and for classes to be loaded.
        var committers = new Committers(
                clients, config.kafka().group() + "-" + config.kafka().instance());
        var connecting = meanwhile("open-endpoints", () -> endpoints(config));
        int partitions = new TopicProvisioner(clients, config.kafka().topics())
                .provision(
                        config.kafka().partitions(),
                        config.kafka().replication(),
                        DEAD_LETTER_DELAY,
                        config.retries().ladder().scale());
        var tables = tables(config, registry);
        var healthFollower =
                EndpointHealthFollower.start(clients, config.kafka().topics(), partitions, tables.healthTable());
        healthFollower.bindTo(registry);

        var tracing = Tracing.of(settings, NAME, registry);
        var metrics = new WorkerMetrics(registry);
        var environment = new Environment(
                config,
                brokers(config, healthFollower, metrics),
                tables,
                connecting.join(),
                new Telemetry(registry, metrics, DeliveryTracing.of(tracing)),
                new Health(new UntakenPartitions(registry), new BrokerClockSkew(registry)));
        var brokers = BrokerHealth.keep(clients);
        var sessions = SessionLoop.start(
                new SessionLoop.Owner(
                        NAME, "worker.instance.id " + config.kafka().instance()),
                () -> DeliverySession.open(environment, committers.get()),
                brokers::answeredFor,
                new RecoveryPolicy(),
                registry);
        return new WorkerProgram(environment, healthFollower, brokers, tracing, sessions);
    }

    /** Reads the subscriptions before anything is sent. */
    private static Tables tables(WorkerConfig config, MeterRegistry registry) {
        var resources = new ResourceTable(
                new SubscriptionJson(EVERY_URL), config.endpoints().secrets());
        var follower =
                TableFollower.start(config.kafka().clients(), config.kafka().topics(), resources, _ -> {});
        follower.caughtUp().toCompletableFuture().join();
        follower.bindTo(registry);
        return new Tables(resources, follower, new EndpointHealthTable());
    }

    private static Brokers brokers(WorkerConfig config, EndpointHealthFollower healthFollower, WorkerMetrics metrics) {
        var kafka = config.kafka();
        var admin = kafka.clients().admin();
        var handover = new PartitionHandover(
                new StartingPoints(admin, kafka.group()),
                healthFollower,
                new DuplicateScan(kafka.clients()),
                kafka.topics().deliveries(),
                admin,
                metrics);
        return new Brokers(admin, handover, LadderPurger.start(admin, config.purge()));
    }

    private static WebhookClient endpoints(WorkerConfig config) {
        return WebhookClient.open(
                config.endpoints().rules(),
                config.endpoints().addresses(),
                config.timeouts().connect(),
                Durations.max(
                        config.timeouts().response(), config.bounds().late().timeout()),
                config.bounds().scheduler().inFlight() * 2
                        + config.bounds().late().open());
    }

    private static <T> CompletableFuture<T> meanwhile(String name, Supplier<T> opening) {
        return CompletableFuture.supplyAsync(
                opening, task -> Thread.ofVirtual().name(name).start(task));
    }

    /** Opens one committer after the other; the first one while the program starts. */
    private static final class Committers implements Supplier<Committer> {
        private final KafkaClients clients;
        private final String transactionalId;
        private @Nullable CompletableFuture<Committer> first;

        Committers(KafkaClients clients, String transactionalId) {
            this.clients = clients;
            this.transactionalId = transactionalId;
            this.first = meanwhile("open-committer", this::open);
        }

        @Override
        public Committer get() {
            var opening = first;
            first = null;
            return opening == null ? open() : KafkaFutures.await(opening, "opening the producer");
        }

        private Committer open() {
            return Committer.open(clients, transactionalId);
        }
    }

    private void endWithFailureOf(CompletionStage<Void> part) {
        part.whenComplete((_, failure) -> {
            if (failure != null) {
                endWith(failure);
            }
        });
    }

    private void endWith(@Nullable Throwable failure) {
        if (failure == null) {
            ended.complete(null);
        } else {
            ended.completeExceptionally(failure);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return sessions.ready()
                && brokers.there()
                && environment.health().clockSkew().agree();
    }

    @Override
    public List<String> problems() {
        return environment.health().sentences();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void close() {
        sessions.close();
        brokers.close();
        environment.client().close();
        environment.brokers().purger().close();
        healthFollower.close();
        environment.tables().follower().close();
        environment.brokers().admin().close();
        tracing.close();
    }
}
