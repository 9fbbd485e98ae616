package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.BrokerContact;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.StandingFollower;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.runtime.repair.Repairs;
import io.tidings.runtime.repair.SessionLoop;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.DeliverySession.Brokers;
import io.tidings.worker.DeliverySession.Health;
import io.tidings.worker.DeliverySession.Surroundings;
import io.tidings.worker.DeliverySession.Tables;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.group.StartingPoints;
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

    private final Surroundings surroundings;
    private final StandingFollower standings;
    private final BrokerContact contact;
    private final Tracing tracing;
    private final SessionLoop sessions;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private WorkerProgram(
            Surroundings surroundings,
            StandingFollower standings,
            BrokerContact contact,
            Tracing tracing,
            SessionLoop sessions) {
        this.surroundings = surroundings;
        this.standings = standings;
        this.contact = contact;
        this.tracing = tracing;
        this.sessions = sessions;
        sessions.ended().whenComplete((_, failure) -> endWith(failure));
        endWithFailureOf(surroundings.tables().follower().ended());
        endWithFailureOf(standings.ended());
        endWithFailureOf(surroundings.endpoints().broken());
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
        var standings = StandingFollower.start(clients, config.kafka().topics(), partitions, tables.standings());
        standings.bindTo(registry);

        var tracing = Tracing.of(settings, NAME, registry);
        var surroundings = new Surroundings(
                config,
                brokers(config, standings),
                tables,
                connecting.join(),
                new WorkerMetrics(registry),
                new Health(new UntakenPartitions(registry), new ClockDifference(registry)),
                registry,
                Trail.of(tracing));
        var contact = BrokerContact.keep(clients);
        var sessions = SessionLoop.start(
                new SessionLoop.Owner(
                        NAME, "worker.instance.id " + config.kafka().instance()),
                () -> DeliverySession.open(surroundings, committers.get()),
                contact::answeredFor,
                new Repairs(),
                registry);
        return new WorkerProgram(surroundings, standings, contact, tracing, sessions);
    }

    /** Reads the subscriptions before anything is sent. */
    private static Tables tables(WorkerConfig config, MeterRegistry registry) {
        var resources = new ResourceTable(
                new SubscriptionJson(EVERY_URL), config.endpoints().secrets());
        var changes = new SubscriptionChanges();
        var follower =
                TableFollower.start(config.kafka().clients(), config.kafka().topics(), resources, changes);
        follower.caughtUp().toCompletableFuture().join();
        follower.bindTo(registry);
        return new Tables(resources, follower, changes, new StandingTable());
    }

    private static Brokers brokers(WorkerConfig config, StandingFollower standings) {
        var kafka = config.kafka();
        var admin = kafka.clients().admin();
        var takeover = new Takeover(
                new StartingPoints(admin, kafka.group()),
                standings,
                new LookBack(kafka.clients()),
                kafka.topics().deliveries(),
                admin);
        return new Brokers(admin, takeover, Purge.start(admin, config.purge()));
    }

    private static EndpointClient endpoints(WorkerConfig config) {
        return EndpointClient.open(
                config.endpoints().rules(),
                config.endpoints().addresses(),
                config.timeouts().connect(),
                longest(config.timeouts().response(), config.bounds().late().timeout()),
                config.bounds().lanes().inFlight() * 2 + config.bounds().late().open());
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
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
            return opening == null ? open() : KafkaAnswer.await(opening, "opening the producer");
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
                && contact.there()
                && surroundings.health().clocks().agree();
    }

    @Override
    public List<String> problems() {
        return surroundings.health().sentences();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void close() {
        sessions.close();
        contact.close();
        surroundings.endpoints().close();
        surroundings.brokers().purge().close();
        standings.close();
        surroundings.tables().follower().close();
        surroundings.brokers().admin().close();
        tracing.close();
    }
}
