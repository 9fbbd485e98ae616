package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.repair.Session;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.group.PartitionNumberAssignor;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.tier.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * A membership in the group of workers: a consumer, a transactional producer, and all that is known of the partitions
 * that they are good for. What follows a lost one starts from what is committed, like another worker after a rebalance.
 */
final class DeliverySession implements Session {
    private final Consumer<byte[], byte[]> consumer;
    private final KafkaClientMetrics consumerMetrics;
    private final Committer committer;
    private final DeliveryLoop loop;

    /** What outlives a session. */
    record Surroundings(
            WorkerConfig config,
            Brokers brokers,
            Tables tables,
            EndpointClient endpoints,
            WorkerMetrics metrics,
            Health health,
            MeterRegistry registry,
            Trail trail) {}

    /** What keeps a worker from a part of its work. */
    record Health(UntakenPartitions untaken, ClockDifference clocks) {
        List<String> sentences() {
            return Stream.concat(untaken.sentences().stream(), clocks.sentence().stream())
                    .toList();
        }
    }

    /** What asks brokers without being a member of the group. */
    record Brokers(Admin admin, Takeover takeover, Purge purge) {}

    /** What is read of compacted topics. */
    record Tables(
            ResourceTable resources, TableFollower follower, SubscriptionChanges changes, StandingTable standings) {}

    private DeliverySession(
            Consumer<byte[], byte[]> consumer,
            KafkaClientMetrics consumerMetrics,
            Committer committer,
            DeliveryLoop loop) {
        this.consumer = consumer;
        this.consumerMetrics = consumerMetrics;
        this.committer = committer;
        this.loop = loop;
    }

    /** @param committer opened before the group is joined: offsets in a predecessor's open transaction cannot be read */
    static DeliverySession open(Surroundings surroundings, Committer committer) {
        var registry = surroundings.registry();
        committer.bindTo(registry);
        var consumer = consumer(surroundings.config());
        var consumerMetrics = new KafkaClientMetrics(consumer);
        consumerMetrics.bindTo(registry);
        return new DeliverySession(consumer, consumerMetrics, committer, loop(surroundings, consumer, committer));
    }

    private static DeliveryLoop loop(
            Surroundings surroundings, Consumer<byte[], byte[]> consumer, Committer committer) {
        var config = surroundings.config();
        var brokers = surroundings.brokers();
        var tables = surroundings.tables();
        var metrics = surroundings.metrics();
        var trail = surroundings.trail();
        var inbox = new Inbox(consumer::wakeup);
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
        var uncommitted = new Uncommitted<OwnedPartition>();
        var permit =
                new StartPermit(config.kafka().sessionTimeout(), config.kafka().commitPatience(), uncommitted, now());
        var dispatch = new Dispatch(
                config,
                new Dispatch.Parts(
                        surroundings.endpoints(), tables.resources(), standings, outbox, metrics, inbox, trail, permit),
                DeliverySession::now,
                RandomGenerator.getDefault());
        tables.changes().goTo(entry -> inbox.execute(() -> dispatch.subscriptionWritten(entry)));
        var intake = new Intake(config, dispatch, outbox, tables.follower(), waitingRoom, metrics, inbox);
        var parking = new Parking(
                committer,
                inbox,
                consumer::groupMetadata,
                config.kafka().commitInterval(),
                brokers.purge()::committed,
                uncommitted);
        var loopOfDrain = new CompletableFuture<DeliveryLoop>();
        var ownership = new Ownership(
                config,
                consumer,
                brokers.takeover(),
                metrics,
                surroundings.health().untaken(),
                inbox,
                going -> loopOfDrain.join().drainRevoked(going));
        var pending = Pending.start(
                brokers.admin(),
                config.kafka().topics(),
                ownership::partitions,
                metrics,
                surroundings.health().clocks(),
                inbox);
        var loop = new DeliveryLoop(
                new DeliveryLoop.Parts(
                        consumer,
                        inbox,
                        ownership,
                        intake,
                        dispatch,
                        standings,
                        parking,
                        pending,
                        permit,
                        DeliverySession::now),
                config.kafka().topics().ladder(),
                config.timeouts().drain());
        loopOfDrain.complete(loop);
        return loop;
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
        settings.put("session.timeout.ms", (int) WorkerConfig.Kafka.SESSION_TIMEOUT.toMillis());
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

    @Override
    public void run() {
        loop.run();
    }

    @Override
    public boolean ready() {
        return loop.ready();
    }

    @Override
    public void stop() {
        loop.stop();
    }

    @Override
    public void close() {
        consumerMetrics.close();
        committer.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO)); // a static member leaves nobody, and has drained before
    }
}
