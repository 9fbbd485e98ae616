package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.ClockReading;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.session.Session;
import io.tidings.worker.attempt.AttemptCompletion;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.commit.LadderPurger;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.InFlightRequests;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.dispatch.SubscriptionChangeRelay;
import io.tidings.worker.group.PartitionAssignment;
import io.tidings.worker.group.PartitionHandover;
import io.tidings.worker.group.PartitionNumberAssignor;
import io.tidings.worker.group.PendingGauge;
import io.tidings.worker.group.UntakenPartitions;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.tier.DueQueue;
import io.tidings.worker.webhook.WebhookClient;
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
    record Environment(
            WorkerConfig config,
            Brokers brokers,
            Tables tables,
            WebhookClient client,
            WorkerMetrics metrics,
            Health health,
            MeterRegistry registry,
            DeliveryTracing tracing) {}

    /** What keeps a worker from a part of its work. */
    record Health(UntakenPartitions untaken, BrokerClockSkew clockSkew) {
        List<String> sentences() {
            return Stream.concat(untaken.sentences().stream(), clockSkew.sentence().stream())
                    .toList();
        }
    }

    /** What asks brokers without being a member of the group. */
    record Brokers(Admin admin, PartitionHandover handover, LadderPurger purger) {}

    /** What is read of compacted topics. */
    record Tables(
            ResourceTable resources,
            TableFollower follower,
            SubscriptionChangeRelay changes,
            EndpointHealthTable healthTable) {}

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
    static DeliverySession open(Environment surroundings, Committer committer) {
        var registry = surroundings.registry();
        committer.bindTo(registry);
        var consumer = consumer(surroundings.config());
        var consumerMetrics = new KafkaClientMetrics(consumer);
        consumerMetrics.bindTo(registry);
        return new DeliverySession(consumer, consumerMetrics, committer, loop(surroundings, consumer, committer));
    }

    private static DeliveryLoop loop(Environment surroundings, Consumer<byte[], byte[]> consumer, Committer committer) {
        var config = surroundings.config();
        var brokers = surroundings.brokers();
        var tables = surroundings.tables();
        var metrics = surroundings.metrics();
        var tracing = surroundings.tracing();
        var inbox = new Inbox(consumer::wakeup);
        var records = new LadderRecords(config.kafka().topics());
        var dueQueue = new DueQueue<PolledDelivery>(config.bounds().waitingBytes());
        var verdicts = new VerdictExecutor(
                records,
                new AttemptLog(config.kafka().topics().attempts(), config.attemptsLog()),
                config.retries().ladder(),
                dueQueue,
                metrics,
                tracing);
        var breakers = new EndpointBreakers(
                config.retries().probation(),
                config.bounds().inFlightPerSubscription(),
                tables.healthTable(),
                records,
                metrics);
        var uncommitted = new UncommittedAge<AssignedPartition>();
        var sendGuard =
                new SendGuard(config.kafka().sessionTimeout(), config.kafka().commitPatience(), uncommitted, now());
        var settings = config.dispatch();
        var dispatcher = new Dispatcher(
                settings,
                tables.resources(),
                breakers,
                verdicts,
                new InFlightRequests(surroundings.client(), inbox, sendGuard, metrics, tracing, DeliverySession::now),
                new AttemptCompletion(
                        settings.judge(), verdicts, breakers.counts(), tracing, RandomGenerator.getDefault()),
                metrics);
        tables.changes().goTo(entry -> inbox.execute(() -> dispatcher.subscriptionWritten(entry)));
        var intake = new Intake(config, dispatcher, verdicts, tables.follower(), dueQueue, metrics, inbox);
        var commits = new CommitScheduler(
                committer,
                inbox,
                consumer::groupMetadata,
                config.kafka().commitInterval(),
                brokers.purger()::committed,
                uncommitted);
        var loopOfDrain = new CompletableFuture<DeliveryLoop>();
        var assignment = new PartitionAssignment(
                config.kafka().topics(),
                config.retries().ladder(),
                config.retries().jitter(),
                consumer,
                brokers.handover(),
                metrics,
                surroundings.health().untaken(),
                inbox,
                going -> loopOfDrain.join().drainRevoked(going));
        var pending = PendingGauge.start(
                brokers.admin(),
                config.kafka().topics(),
                assignment::partitions,
                metrics,
                surroundings.health().clockSkew(),
                inbox);
        var loop = new DeliveryLoop(
                new DeliveryLoop.Parts(
                        consumer,
                        inbox,
                        assignment,
                        intake,
                        dispatcher,
                        breakers,
                        commits,
                        pending,
                        sendGuard,
                        DeliverySession::now),
                config.kafka().topics().ladder(),
                config.timeouts().drain());
        loopOfDrain.complete(loop);
        return loop;
    }

    private static ClockReading now() {
        return new ClockReading(Instant.now(), System.nanoTime());
    }

    /** Why each setting is what it is stands in docs/internals/rationale.md. */
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
