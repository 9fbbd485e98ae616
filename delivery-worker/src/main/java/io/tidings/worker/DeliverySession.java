package io.tidings.worker;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.follower.Follower.Listening;
import io.tidings.runtime.kafka.AsideReader;
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
import io.tidings.worker.dispatch.OtherCluster;
import io.tidings.worker.dispatch.ReceivedEnd;
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
import io.tidings.worker.schedule.KeyQueues.Wanted;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.UntakenPartitions;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

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
    private final AsideReader quiet;
    private final Map<String, OtherCluster> clusters = new HashMap<>();
    private final Listening changes;
    private final DeskListener.@Nullable Serving serving;
    private final DeliveryLoop loop;
    private final LoopWatch loops;

    /** The tables that the worker follows, each with its follower. */
    record Tables(
            ResourceTable resources,
            Follower<TableChange> follower,
            EndpointHealthTable health,
            Follower<SubscriptionKey> healthFollower) {}

    /** The reports of the worker on itself. */
    record Health(UntakenPartitions untaken, BrokerClockSkew clockSkew, LoopWatch loops) {
        List<String> sentences() {
            return Stream.concat(untaken.sentences().stream(), clockSkew.sentence().stream())
                    .toList();
        }
    }

    /**
     * @param listener for those who ask for the events of queues; null for none
     * @param committer opened before the group is joined: offsets of an open transaction cannot be read
     */
    DeliverySession(
            WorkerConfig config,
            Admin admin,
            Tables tables,
            WebhookClient client,
            LadderPurger purger,
            WorkerMetrics metrics,
            DeliveryTracing tracing,
            SubscriptionStats stats,
            Health health,
            @Nullable DeskListener listener,
            Committer committer) {
        this.committer = committer;
        loops = health.loops();
        var clients = config.kafka().clients();
        var topics = config.kafka().topics();
        var limits = config.limits();
        var settings = config.dispatch();
        var ladder = settings.ladder();
        Supplier<ClockReading> clock = DeliverySession::now;
        consumer = LadderConsumer.open(config);
        consumerMetrics = metrics.of(consumer);
        var inbox = new Inbox(consumer::wakeup);
        var uncommitted = new UncommittedAge<AssignedPartition>();
        var sendGuard =
                new SendGuard(config.kafka().sessionTimeout(), config.kafka().commitPatience(), uncommitted, now());

        var records = new LadderRecords(topics);
        var attemptLog = new AttemptLog(topics.attempts(), config.timeline().attempts());
        var dueQueue = new DueQueue<PolledDelivery>(limits.waitingBytes(), PolledDelivery::subscription);
        var verdicts = new VerdictExecutor(records, attemptLog, ladder, dueQueue, metrics, tracing, stats);
        var breakers = new EndpointBreakers(
                config.probation(), limits.inFlightPerSubscription(), tables.health(), records, metrics);
        var webhooks = new WebhookTransport(settings, client, inbox, sendGuard, metrics, clock);
        var lookup = new TopicLookup(admin, config.maxRequestBytes());
        config.endpoints()
                .clusters()
                .byName()
                .forEach((name, its) -> clusters.put(name, new OtherCluster(name, its, inbox, clock)));
        var kafka = new RecordTransport(
                settings.rate(),
                config.endpoints().destinations(),
                new TopicStates(lookup::of, inbox, clock),
                clusters,
                metrics,
                clock);
        var dispatcher = new Dispatcher(
                settings,
                tables.resources(),
                breakers,
                verdicts,
                sendGuard,
                new Transports(webhooks, kafka),
                metrics,
                tracing,
                RandomGenerator.getDefault());

        var counts = new CountsWriter(
                records,
                counted -> tables.resources()
                        .subscription(counted.key())
                        .map(CountedSubscription::of)
                        .filter(counted::equals)
                        .isPresent(),
                lane -> breakers.allowance(lane).limit());
        var commits = new CommitScheduler(
                committer,
                inbox,
                consumer::groupMetadata,
                config.kafka().commitInterval(),
                config.kafka().quietCommitInterval(),
                purger::committed,
                uncommitted,
                counts);
        var progress = new ProgressWriter(dispatcher, breakers, commits, inbox, clock, config.drainTimeout());
        var handover = new PartitionHandover(
                clients, admin, topics, limits.order(), tables.health(), tables.healthFollower(), metrics);
        var partitions = new LadderPartitions(topics, ladder, settings.jitter());
        var assignment = new PartitionAssignment(
                partitions, consumer, handover, health.untaken(), inbox, progress::drainRevoked);
        var subscriptions = new SubscriptionWait(tables.follower(), topics, inbox);
        var intake = new Intake(dispatcher, verdicts, subscriptions, ladder, dueQueue, metrics);
        quiet = QuietWatch.reader(clients, inbox);
        var reader = new PartitionReader(
                consumer, assignment, intake, dispatcher, commits, inbox, sendGuard, QuietWatch.by(quiet), clock);
        reader.subscribe(topics.ladder());

        waiting = new WaitingReader(clients, inbox);
        scanner = new TierScanner(clients, inbox, clock);
        var sources = new RecoverySources(
                topics,
                ladder,
                () -> consumer.partitionsFor(topics.deliveries()).size(),
                tables.resources(),
                tables.health());
        var recoveries = new Recoveries(
                sources,
                breakers,
                dispatcher,
                scanner,
                new ForwardWriter(records, ladder, metrics),
                settings.scheduler().perSubscription().deliveries());
        var loads = new WaitingLoads(waiting, dispatcher, metrics);
        var settlements =
                new Settlements(waiting::read, dispatcher.handedOut(), settlementEnds(dispatcher, loads), clock);
        var desk = new PollThreadDesk(inbox, reader::partitions, dispatcher, settlements);
        serving = listener == null ? null : listener.serve(desk, topics);
        loop = new DeliveryLoop(
                reader,
                dispatcher,
                recoveries,
                progress,
                loads,
                settlements,
                serving,
                new ClockWatch(sendGuard, assignment),
                clock);
        pending = new PendingGauge(admin, topics, assignment::partitions, metrics, health.clockSkew(), inbox).start();
        ownerless = new OwnerlessPartitions(admin, topics, assignment, inbox).look();
        changes = SubscriptionChanges.follow(
                tables.follower(), tables.healthFollower(), tables.resources(), dispatcher, recoveries, inbox, clock);
    }

    private static Settlements.Ends settlementEnds(Dispatcher dispatcher, WaitingLoads loads) {
        return new Settlements.Ends() {
            @Override
            public boolean end(PolledDelivery polled, ReceivedEnd end, int times, ClockReading now) {
                return dispatcher.endReceived(polled, end, times, now);
            }

            @Override
            public void lost(Wanted wanted) {
                loads.lost(wanted);
            }
        };
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
        if (serving != null) {
            serving.close();
        }
        changes.close();
        pending.close();
        ownerless.close();
        consumerMetrics.close();
        scanner.close();
        waiting.close();
        quiet.close();
        clusters.values().forEach(OtherCluster::close);
        committer.close();
        consumer.close(CloseOptions.timeout(
                Duration.ZERO)); // a static member does not leave its group, and has drained before
    }
}
