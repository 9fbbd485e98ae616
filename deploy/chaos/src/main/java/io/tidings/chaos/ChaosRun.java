package io.tidings.chaos;

import io.tidings.chaos.check.BlobRecord;
import io.tidings.chaos.check.ChaosFindings;
import io.tidings.chaos.check.CheckLimits;
import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.chaos.check.Checker;
import io.tidings.chaos.check.CopiedLetters;
import io.tidings.chaos.check.DeliveryHistory;
import io.tidings.chaos.check.EndSample;
import io.tidings.chaos.check.EndpointRequest;
import io.tidings.chaos.check.HistoryArchive;
import io.tidings.chaos.check.Judgement;
import io.tidings.chaos.check.KafkaRecorder;
import io.tidings.chaos.check.PairedLatency;
import io.tidings.chaos.check.Promise;
import io.tidings.chaos.check.RecordedEnds;
import io.tidings.chaos.check.SubscriptionHistory;
import io.tidings.chaos.check.SubscriptionTerms;
import io.tidings.chaos.check.TimelineCheck;
import io.tidings.chaos.fault.ChaosCluster;
import io.tidings.chaos.fault.HostileTenant;
import io.tidings.chaos.fault.ServiceFaults;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.ChaosLoad;
import io.tidings.chaos.subscriber.ChaosSchema;
import io.tidings.chaos.subscriber.EndpointBehaviour;
import io.tidings.chaos.subscriber.EventComparison;
import io.tidings.chaos.subscriber.PublishLedger;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.FixedPause;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Publishes during the faults, waits until nothing is owed any more, and judges the histories. */
final class ChaosRun {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration TIME_TO_LIVE = Duration.ofDays(1);

    private final ChaosPlan plan;
    private final ChaosCluster cluster;
    private final HistoryArchive archive;

    private ChaosRun(ChaosPlan plan, ChaosCluster cluster, HistoryArchive archive) {
        this.plan = plan;
        this.cluster = cluster;
        this.archive = archive;
    }

    /**
     * Runs the whole campaign.
     *
     * @param folder for logs, histories and data
     */
    static ChaosFindings run(ChaosPlan plan, ChaosCluster.Releases releases, Path folder, PrintStream out) {
        try (var cluster = ChaosCluster.build(releases, folder, plan.size(), out);
                var archive = new HistoryArchive(cluster.histories());
                var recorder = KafkaRecorder.start(
                        KafkaClients.of(cluster.brokers().observer()), TOPICS, cluster.copies(), archive)) {
            return new ChaosRun(plan, cluster, archive).run(recorder);
        }
    }

    private ChaosFindings run(KafkaRecorder recorder) {
        var ledger = new PublishLedger(cluster.subscribers(), archive);
        var injector = new FaultInjector(plan, cluster);
        publishDuring(ledger, injector::all);
        cluster.timeline()
                .say("%,d events were accepted; waiting for the deliveries that are owed".formatted(ledger.accepted()));
        var ended = Instant.now();
        settle(recorder);
        var drained = Duration.between(ended, Instant.now());
        return new ChaosFindings(
                circumstances(),
                ledger.accepted(),
                ledger.refused(),
                judgement().plus(apiJudgement()),
                cluster.timeline().faults(),
                injector.skipped(),
                drained,
                cluster.services().stream()
                        .collect(Collectors.toMap(ServiceProcess::name, ServiceProcess::peakMegabytes)));
    }

    private Map<String, String> circumstances() {
        var circumstances = new TreeMap<>(plan.circumstances());
        var attacks = cluster.timeline().faults().stream()
                .filter(fault -> fault.what().equals(HostileTenant.ATTACK))
                .map(Disturbance::from)
                .toList();
        if (!attacks.isEmpty()) {
            var latency = new PairedLatency(attacks, HostileTenant.HALF);
            cluster.subscribers().staying().stream()
                    .filter(subscriber -> subscriber.behaviour() == EndpointBehaviour.OK)
                    .forEach(healthy -> measure(history(healthy), latency));
            circumstances.put("p99 of healthy deliveries during an " + HostileTenant.ATTACK, latency.text());
        }
        return circumstances;
    }

    private static void measure(SubscriptionHistory history, PairedLatency latency) {
        var arrived = history.requests().stream()
                .collect(Collectors.toMap(
                        EndpointRequest::event,
                        EndpointRequest::arrived,
                        (one, other) -> one.isBefore(other) ? one : other));
        for (var event : history.accepted()) {
            var first = arrived.get(event.event());
            if (first != null) {
                latency.add(event.sent(), first);
            }
        }
    }

    private void publishDuring(PublishLedger ledger, Runnable work) {
        try (var _ =
                ChaosLoad.start(ledger, cluster.publishingPort(), cluster.publisher(), TOPICS.events(), plan.rate())) {
            work.run();
        }
    }

    /** Returns when nothing is owed and no more history is written, or when the plan's patience ends. */
    private void settle(KafkaRecorder recorder) {
        long begun = System.nanoTime();
        long end = begun + plan.ending().patience().toNanos();
        long repair = begun + plan.ending().repair().toNanos();
        boolean repaired = false;
        long before = -1;
        while (before != recorder.lines() || owed() > 0) {
            if (System.nanoTime() - end > 0) {
                cluster.timeline().say("the time to wait for owed deliveries is over");
                return;
            }
            if (!repaired && System.nanoTime() - repair > 0) {
                repairEndpoints();
                repaired = true;
            }
            before = recorder.lines();
            FixedPause.sleep(LOOK);
        }
    }

    /**
     * Lets all endpoints accept everything. Events that never succeed are the last to wait; their endpoint is on
     * probation, where
     * one of them is tried now and then, which would take hours.
     */
    private void repairEndpoints() {
        cluster.timeline().say("all endpoints accept everything from now on");
        cluster.subscribers().all().stream().map(Subscriber::repaired).forEach(each -> cluster.put(each, "repaired"));
    }

    private long owed() {
        var judgement = judgement();
        return judgement.of(Promise.NOTHING_IS_LOST)
                + judgement.of(Promise.ONE_DEAD_LETTER)
                + judgement.of(Promise.DEAD_LETTERS_ARE_COPIED);
    }

    private Judgement judgement() {
        var checker = new Checker(limits(), cluster.timeline().all());
        return cluster.subscribers().all().stream()
                .map(subscriber ->
                        checker.judge(history(subscriber), terms(subscriber)).plus(copied(subscriber)))
                .reduce(checker.judgePrograms(), Judgement::plus);
    }

    private Judgement copied(Subscriber subscriber) {
        return subscriber.extras().wishes().copies()
                ? CopiedLetters.judge(
                        history(subscriber), archive.history(CopiedLetters.of(subscriber.name()), List.of()))
                : Judgement.NOTHING;
    }

    /** Compares what the API says of deliveries that failed with their histories. */
    private Judgement apiJudgement() {
        var sample =
                EndSample.of(plan.seed(), plan.ending().failed(), plan.ending().succeeded());
        for (var subscriber : cluster.subscribers().all()) {
            if (subscriber.extras().wishes().past()) {
                continue; // the API counts the job of its start as a redrive
            }
            boolean passing = terms(subscriber).passing();
            DeliveryHistory.of(history(subscriber))
                    .forEach(delivery -> RecordedEnds.of(delivery, passing).ifPresent(sample::add));
        }
        var asked = sample.all();
        cluster.timeline().say("asking the API how %,d deliveries ended".formatted(asked.size()));
        return new TimelineCheck(
                        cluster.management().client(),
                        event -> ChaosEvents.topic(ChaosEvents.type(ChaosEvents.number(event))))
                .judge(asked);
    }

    private SubscriptionHistory history(Subscriber subscriber) {
        return archive.history(subscriber.name(), letters(subscriber));
    }

    private List<BlobRecord> letters(Subscriber subscriber) {
        var container = subscriber.container();
        return container == null
                ? List.of()
                : cluster.blobs()
                        .of(
                                container,
                                subscriber.name(),
                                record -> EventComparison.of(
                                        record, subscriber.delivery().schema()));
    }

    private SubscriptionTerms terms(Subscriber subscriber) {
        return new SubscriptionTerms(
                event -> subscriber.matches(ChaosEvents.number(event)),
                subscriber.maxAttempts(),
                scale().of(TIME_TO_LIVE),
                subscriber.container() != null,
                cluster.subscribers().passing().contains(subscriber),
                subscriber.extras().schedule(),
                subscriber.extras().ordered() ? event -> ChaosEvents.subjectOf(ChaosEvents.number(event)) : null,
                subscriber.extras().wishes().requestsPerSecond(),
                subscriber.extras().wishes().concurrentRequests(),
                cluster.subscribers().wishing() && once(subscriber),
                subscriber.delivery().queue());
    }

    private static boolean once(Subscriber subscriber) {
        return subscriber.extras().wishes().past() || ChaosEvents.schema(subscriber.type()) == ChaosSchema.EVENT_GRID;
    }

    private TimeScale scale() {
        return new TimeScale(plan.size().timeScale());
    }

    private CheckLimits limits() {
        boolean stepped =
                cluster.timeline().all().stream().anyMatch(each -> each.what().startsWith(ServiceFaults.CLOCK));
        return CheckLimits.of(new RetryLadder(scale()), plan.busy(), stepped ? Clocks.STEPPED : Clocks.TRUSTED);
    }
}
