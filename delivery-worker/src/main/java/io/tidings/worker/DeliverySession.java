package io.tidings.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.follower.Follower.Listening;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.Session;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.commit.CommitScheduler;
import io.tidings.worker.commit.Committer;
import io.tidings.worker.commit.CountsWriter;
import io.tidings.worker.commit.LadderPurger;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.dispatch.RecordTransport;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.dispatch.TopicLookup;
import io.tidings.worker.dispatch.TopicStates;
import io.tidings.worker.dispatch.Transports;
import io.tidings.worker.dispatch.WebhookTransport;
import io.tidings.worker.group.LadderPartitions;
import io.tidings.worker.group.OwnerlessPartitions;
import io.tidings.worker.group.PartitionAssignment;
import io.tidings.worker.group.PartitionHandover;
import io.tidings.worker.group.PendingGauge;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.recovery.ForwardWriter;
import io.tidings.worker.recovery.Recoveries;
import io.tidings.worker.recovery.RecoverySources;
import io.tidings.worker.recovery.SubscriptionChanges;
import io.tidings.worker.recovery.TierScanner;
import io.tidings.worker.schedule.DueQueue;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.UntakenPartitions;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * A membership in the group of workers: a consumer, a transactional producer, and the state of the assigned
 * partitions. The session after a lost one starts from the committed offsets, like another worker after a rebalance.
 */
final class DeliverySession implements Session {
    private final Consumer<byte[], byte[]> consumer;
    private final KafkaClientMetrics consumerMetrics;
    private final Committer committer;
    private final PendingGauge pending;
    private final OwnerlessPartitions ownerless;
    private final TierScanner scanner;
    private final WaitingReader waiting;
    private final Listening changes;
    private final DeliveryLoop loop;
    private final LoopWatch loops;

    /** What outlives a session. */
    record Environment(
            WorkerConfig config,
            Brokers brokers,
            Tables tables,
            WebhookClient client,
            Telemetry telemetry,
            Health health) {}

    record Telemetry(MeterRegistry registry, WorkerMetrics metrics, DeliveryTracing tracing, SubscriptionStats stats) {}

    record Health(UntakenPartitions untaken, BrokerClockSkew clockSkew, LoopWatch loops) {
        List<String> sentences() {
            return Stream.concat(untaken.sentences().stream(), clockSkew.sentence().stream())
                    .toList();
        }
    }

    record Brokers(Admin admin, PartitionHandover handover, LadderPurger purger) {}

    record Tables(
            ResourceTable resources,
            Follower<TableChange> follower,
            EndpointHealthTable health,
            Follower<SubscriptionKey> healthFollower) {}

    /** @param committer opened before the group is joined: offsets of an open transaction cannot be read */
    static DeliverySession open(Environment environment, Committer committer) {
        return new DeliverySession(environment, committer);
    }

    private DeliverySession(Environment environment, Committer committer) {
        var config = environment.config();
        var telemetry = environment.telemetry();
        this.committer = committer;
        loops = environment.health().loops();
        committer.bindTo(telemetry.registry());
        consumer = LadderConsumer.open(config);
        consumerMetrics = new KafkaClientMetrics(consumer);
        consumerMetrics.bindTo(telemetry.registry());

        var inbox = new Inbox(consumer::wakeup);
        var uncommitted = new UncommittedAge<AssignedPartition>();
        var sendGuard =
                new SendGuard(config.kafka().sessionTimeout(), config.kafka().commitPatience(), uncommitted, now());
        var records = new LadderRecords(config.kafka().topics());
        var dueQueue = new DueQueue<PolledDelivery>(config.bounds().waitingBytes(), PolledDelivery::subscription);
        var verdicts = verdicts(environment, records, dueQueue);
        var breakers = breakers(environment, records);
        var dispatcher = dispatcher(environment, inbox, sendGuard, breakers, verdicts);
        var commits = new CommitScheduler(
                committer,
                inbox,
                consumer::groupMetadata,
                config.kafka().commitInterval(),
                environment.brokers().purger()::committed,
                uncommitted,
                new CountsWriter(
                        records,
                        counted -> environment
                                .tables()
                                .resources()
                                .subscription(counted.key())
                                .map(CountedSubscription::of)
                                .filter(counted::equals)
                                .isPresent(),
                        lane -> breakers.allowance(lane).limit()));
        var progress = new ProgressWriter(
                dispatcher,
                breakers,
                commits,
                inbox,
                DeliverySession::now,
                config.timeouts().drain());
        var assignment = assignment(environment, consumer, inbox, progress);
        var intake = intake(environment, inbox, dispatcher, verdicts, dueQueue);
        var reader =
                new PartitionReader(consumer, assignment, intake, dispatcher, inbox, sendGuard, DeliverySession::now);
        reader.subscribe(config.kafka().topics().ladder());
        waiting = new WaitingReader(config.kafka().clients(), inbox);
        scanner = new TierScanner(config.kafka().clients(), inbox, DeliverySession::now);
        var deliveries = config.kafka().topics().deliveries();
        var recoveries = recoveries(
                environment, () -> consumer.partitionsFor(deliveries).size(), records, breakers, dispatcher, scanner);
        loop = new DeliveryLoop(
                reader,
                dispatcher,
                recoveries,
                progress,
                new WaitingLoads(waiting, dispatcher, telemetry.metrics()),
                new ClockWatch(sendGuard, assignment),
                DeliverySession::now);
        pending = pending(environment, assignment, inbox);
        ownerless = OwnerlessPartitions.look(
                environment.brokers().admin(), config.kafka().topics(), assignment, inbox);
        var tables = environment.tables();
        changes = new SubscriptionChanges(dispatcher, recoveries, inbox, DeliverySession::now)
                .follow(tables.follower(), tables.healthFollower(), tables.resources());
    }

    private static VerdictExecutor verdicts(
            Environment environment, LadderRecords records, DueQueue<PolledDelivery> dueQueue) {
        var config = environment.config();
        return new VerdictExecutor(
                records,
                new AttemptLog(
                        config.kafka().topics().attempts(), config.timeline().attempts()),
                config.retries().ladder(),
                dueQueue,
                environment.telemetry().metrics(),
                environment.telemetry().tracing(),
                environment.telemetry().stats());
    }

    private static EndpointBreakers breakers(Environment environment, LadderRecords records) {
        return new EndpointBreakers(
                environment.config().retries().probation(),
                environment.config().bounds().inFlightPerSubscription(),
                environment.tables().health(),
                records,
                environment.telemetry().metrics());
    }

    private static Dispatcher dispatcher(
            Environment environment,
            Inbox inbox,
            SendGuard sendGuard,
            EndpointBreakers breakers,
            VerdictExecutor verdicts) {
        var settings = environment.config().dispatch();
        var metrics = environment.telemetry().metrics();
        var webhooks =
                new WebhookTransport(settings, environment.client(), inbox, sendGuard, metrics, DeliverySession::now);
        var lookup = new TopicLookup(
                environment.brokers().admin(), environment.config().maxRequestBytes());
        var records = new RecordTransport(
                settings.rate(),
                environment.config().endpoints().destinations(),
                new TopicStates(lookup::of, inbox, DeliverySession::now),
                metrics,
                DeliverySession::now);
        return new Dispatcher(
                settings,
                environment.tables().resources(),
                breakers,
                verdicts,
                sendGuard,
                new Transports(webhooks, records),
                metrics,
                environment.telemetry().tracing(),
                RandomGenerator.getDefault());
    }

    private static PartitionAssignment assignment(
            Environment environment, Consumer<byte[], byte[]> consumer, Inbox inbox, ProgressWriter progress) {
        var config = environment.config();
        return new PartitionAssignment(
                new LadderPartitions(
                        config.kafka().topics(),
                        config.retries().ladder(),
                        config.retries().jitter()),
                consumer,
                environment.brokers().handover(),
                environment.health().untaken(),
                inbox,
                progress::drainRevoked);
    }

    private static Intake intake(
            Environment environment,
            Inbox inbox,
            Dispatcher dispatcher,
            VerdictExecutor verdicts,
            DueQueue<PolledDelivery> dueQueue) {
        return new Intake(
                dispatcher,
                verdicts,
                new SubscriptionWait(
                        environment.tables().follower(),
                        environment.config().kafka().topics(),
                        inbox),
                environment.config().retries().ladder(),
                dueQueue,
                environment.telemetry().metrics());
    }

    private static Recoveries recoveries(
            Environment environment,
            IntSupplier partitions,
            LadderRecords records,
            EndpointBreakers breakers,
            Dispatcher dispatcher,
            TierScanner scanner) {
        var config = environment.config();
        var tables = environment.tables();
        var ladder = config.retries().ladder();
        var sources =
                new RecoverySources(config.kafka().topics(), ladder, partitions, tables.resources(), tables.health());
        var writer = new ForwardWriter(records, ladder, environment.telemetry().metrics());
        int queued = config.bounds().scheduler().perSubscription().deliveries();
        return new Recoveries(sources, breakers, dispatcher, scanner, writer, queued);
    }

    private static PendingGauge pending(Environment environment, PartitionAssignment assignment, Inbox inbox) {
        return PendingGauge.start(
                environment.brokers().admin(),
                environment.config().kafka().topics(),
                assignment::partitions,
                environment.telemetry().metrics(),
                environment.health().clockSkew(),
                inbox);
    }

    private static ClockReading now() {
        return new ClockReading(Instant.now(), System.nanoTime());
    }

    @Override
    public void run() {
        loop.run(loops);
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
        changes.close();
        pending.close();
        ownerless.close();
        consumerMetrics.close();
        scanner.close();
        waiting.close();
        committer.close();
        consumer.close(CloseOptions.timeout(
                Duration.ZERO)); // a static member does not leave its group, and has drained before
    }
}
