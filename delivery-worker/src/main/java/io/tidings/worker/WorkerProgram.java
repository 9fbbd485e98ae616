package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.BrokerContact;
import io.tidings.runtime.kafka.StandingFollower;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.group.PartitionNumberAssignor;
import io.tidings.worker.group.StartingPoints;
import io.tidings.worker.progress.Gaps;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.tier.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** The delivery worker while it runs: consumes the ladder, posts, parks. */
public final class WorkerProgram implements Program {
    private static final Duration DEAD_LETTER_DELAY = Duration.ofMinutes(5);

    /**
     * Where may be sent to is decided at the sending: a subscription that must not be sent to is still one, whose
     * deliveries must not be dropped as if it had been deleted.
     */
    private static final EndpointRules EVERY_URL = new EndpointRules(true);

    private final Admin admin;
    private final BrokerContact brokers;
    private final TableFollower table;
    private final StandingFollower standings;
    private final Committer committer;
    private final EndpointClient endpoints;
    private final Purge purge;
    private final KafkaClientMetrics consumerMetrics;
    private final DeliveryLoop loop;
    private final Tracing tracing;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Who talks to the brokers for the loop. */
    private record Kafka(Consumer<byte[], byte[]> consumer, Admin admin) {}

    /** What is read of compacted topics. */
    private record Tables(
            ResourceTable resources, TableFollower follower, SubscriptionChanges changes, StandingTable standings) {}

    private WorkerProgram(
            Admin admin,
            BrokerContact brokers,
            TableFollower table,
            StandingFollower standings,
            Committer committer,
            EndpointClient endpoints,
            Purge purge,
            KafkaClientMetrics consumerMetrics,
            DeliveryLoop loop,
            Tracing tracing) {
        this.admin = admin;
        this.brokers = brokers;
        this.table = table;
        this.standings = standings;
        this.committer = committer;
        this.endpoints = endpoints;
        this.purge = purge;
        this.consumerMetrics = consumerMetrics;
        this.loop = loop;
        this.tracing = tracing;
        this.thread = Thread.ofPlatform().name("delivery-loop").unstarted(loop);
    }

    /** Starts a worker that takes part in the group from now on; it is ready when it has its partitions. */
    public static WorkerProgram start(Settings settings, MeterRegistry registry) {
        var config = WorkerConfig.of(settings);
        var clients = config.kafka().clients();
        // Opened meanwhile: half of a restart is waiting for brokers and for classes to be loaded.
        var opening = meanwhile(
                "open-committer",
                () -> Committer.open(
                        clients, config.kafka().group() + "-" + config.kafka().instance()));
        var connecting = meanwhile("open-endpoints", () -> endpoints(config));
        int partitions = new TopicProvisioner(clients, config.kafka().topics())
                .provision(
                        config.kafka().partitions(),
                        config.kafka().replication(),
                        DEAD_LETTER_DELAY,
                        config.retries().ladder().scale());

        var resources = new ResourceTable(
                new SubscriptionJson(EVERY_URL), config.endpoints().secrets());
        var changes = new SubscriptionChanges();
        var table = TableFollower.start(clients, config.kafka().topics(), resources, changes);
        table.caughtUp().toCompletableFuture().join();
        var standingTable = new StandingTable();
        var standings = StandingFollower.start(clients, config.kafka().topics(), partitions, standingTable);

        // Before the group is joined: offsets in a predecessor's open transaction cannot be read.
        var committer = opening.join();
        var endpoints = connecting.join();
        var admin = clients.admin();
        var purge = Purge.start(admin, config.purge());
        table.bindTo(registry);
        standings.bindTo(registry);
        committer.bindTo(registry);
        var kafka = new Kafka(consumer(config), admin);
        var consumerMetrics = new KafkaClientMetrics(kafka.consumer());
        consumerMetrics.bindTo(registry);
        var takeover = new Takeover(
                new StartingPoints(admin, config.kafka().group()),
                standings,
                new LookBack(clients),
                config.kafka().topics().deliveries(),
                admin);
        var tables = new Tables(resources, table, changes, standingTable);
        var tracing = Tracing.of(settings, "delivery-worker", registry);
        var loop = loop(config, kafka, tables, committer, endpoints, takeover, purge, registry, Trail.of(tracing));
        var brokers = BrokerContact.keep(clients);
        var program = new WorkerProgram(
                admin, brokers, table, standings, committer, endpoints, purge, consumerMetrics, loop, tracing);
        program.begin();
        return program;
    }

    private static <T> CompletableFuture<T> meanwhile(String name, Supplier<T> opening) {
        return CompletableFuture.supplyAsync(
                opening, task -> Thread.ofVirtual().name(name).start(task));
    }

    private static EndpointClient endpoints(WorkerConfig config) {
        return EndpointClient.open(
                config.endpoints().rules(),
                config.endpoints().addresses(),
                config.timeouts().connect(),
                longest(config.timeouts().response(), config.bounds().late().timeout()),
                config.bounds().lanes().inFlight() * 2 + config.bounds().late().open());
    }

    private static DeliveryLoop loop(
            WorkerConfig config,
            Kafka kafka,
            Tables tables,
            Committer committer,
            EndpointClient endpoints,
            Takeover takeover,
            Purge purge,
            MeterRegistry registry,
            Trail trail) {
        var consumer = kafka.consumer();
        var inbox = new Inbox(consumer::wakeup);
        var metrics = new WorkerMetrics(registry);
        var records = new Records(config.kafka().topics());
        var waitingRoom = new WaitingRoom<Ready>(config.bounds().waitingBytes());
        var outbox = new Outbox(
                records,
                new AttemptsLog(config.kafka().topics().attempts(), config.attemptsLog()),
                config.retries().ladder(),
                waitingRoom,
                metrics,
                trail);
        var standings = new Standings(
                config.retries().probation(),
                config.bounds().inFlightPerSubscription(),
                tables.standings(),
                records,
                metrics);
        var dispatch = new Dispatch(
                config,
                new Dispatch.Parts(endpoints, tables.resources(), standings, outbox, metrics, inbox, trail),
                WorkerProgram::now,
                RandomGenerator.getDefault());
        tables.changes().goTo(entry -> inbox.execute(() -> dispatch.subscriptionWritten(entry)));
        var intake = new Intake(config, dispatch, outbox, tables.follower(), waitingRoom, metrics, inbox);
        var parking = new Parking(
                committer, inbox, consumer::groupMetadata, config.kafka().commitInterval(), purge::committed);
        var loopOfDrain = new CompletableFuture<DeliveryLoop>();
        var ownership = new Ownership(
                config,
                consumer,
                takeover,
                Gaps.MAX_TEXT,
                metrics,
                inbox,
                going -> loopOfDrain.join().drainRevoked(going));
        var pending = Pending.start(kafka.admin(), config.kafka().topics(), ownership::partitions, metrics, inbox);
        var loop = new DeliveryLoop(
                new DeliveryLoop.Parts(
                        consumer, inbox, ownership, intake, dispatch, standings, parking, pending, WorkerProgram::now),
                config.kafka().topics().ladder(),
                config.timeouts().drain());
        loopOfDrain.complete(loop);
        return loop;
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Moment now() {
        return new Moment(Instant.now(), System.nanoTime());
    }

    /** Why each setting is what it is stands in docs/rationale.md. */
    private static Consumer<byte[], byte[]> consumer(WorkerConfig config) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("group.id", config.kafka().group());
        settings.put("group.protocol", "classic");
        settings.put("group.instance.id", config.kafka().instance());
        settings.put("client.id", config.kafka().instance());
        settings.put("partition.assignment.strategy", PartitionNumberAssignor.class.getName());
        settings.put("session.timeout.ms", 10_000);
        settings.put("heartbeat.interval.ms", 1_000);
        settings.put("max.poll.interval.ms", 60_000);
        settings.put("enable.auto.commit", false);
        settings.put("isolation.level", "read_committed");
        settings.put("auto.offset.reset", "none");
        settings.put("fetch.max.wait.ms", 25);
        settings.put("max.partition.fetch.bytes", 128 * 1024);
        settings.put("fetch.max.bytes", 512 * 1024);
        settings.put("max.poll.records", 100);
        return config.kafka().clients().consumer(settings);
    }

    private void begin() {
        thread.start();
        loop.ended().whenComplete((_, failure) -> endWith(failure));
        endWithFailureOf(table.ended());
        endWithFailureOf(standings.ended());
        endWithFailureOf(endpoints.broken());
    }

    private void endWithFailureOf(CompletionStage<Void> follower) {
        follower.whenComplete((_, failure) -> {
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
        return "delivery-worker";
    }

    @Override
    public boolean ready() {
        return loop.ready() && brokers.there();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void close() {
        loop.stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        brokers.close();
        consumerMetrics.close();
        endpoints.close();
        committer.close();
        purge.close();
        standings.close();
        table.close();
        admin.close();
        tracing.close();
    }
}
