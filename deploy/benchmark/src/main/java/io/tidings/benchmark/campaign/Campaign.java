package io.tidings.benchmark.campaign;

import io.tidings.benchmark.campaign.check.Checker;
import io.tidings.benchmark.campaign.check.Judgement;
import io.tidings.benchmark.campaign.check.Promise;
import io.tidings.benchmark.campaign.check.Rules;
import io.tidings.benchmark.campaign.check.Rules.Clocks;
import io.tidings.benchmark.campaign.check.Terms;
import io.tidings.benchmark.campaign.fault.SteppedClock;
import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.history.Archive;
import io.tidings.benchmark.campaign.history.Chronicler;
import io.tidings.benchmark.campaign.history.Letter;
import io.tidings.benchmark.campaign.publish.Comparison;
import io.tidings.benchmark.campaign.publish.Events;
import io.tidings.benchmark.campaign.publish.HttpPublisher;
import io.tidings.benchmark.campaign.publish.KafkaPublisher;
import io.tidings.benchmark.campaign.publish.Ledger;
import io.tidings.benchmark.campaign.publish.Subscriber;
import io.tidings.benchmark.campaign.report.Findings;
import io.tidings.benchmark.campaign.town.Instance;
import io.tidings.benchmark.campaign.town.Releases;
import io.tidings.benchmark.campaign.town.Town;
import io.tidings.benchmark.stage.Site;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Publishes while everything fails in turn, waits until nothing is owed any more, and judges what happened. */
final class Campaign {
    private static final Duration LOOK = Duration.ofSeconds(2);

    /** Results of a worker are committed a few times a second; a busy machine makes that longer. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    /** What waited during a fault comes all at once when it is over. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    /** {@code worker.commit.patience} */
    private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(2);

    private static final Duration TIME_TO_LIVE = Duration.ofDays(1);

    /** What ended while a transaction was under way waits for the next one; the worker gives each up after 10 s. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(21);

    private final Plan plan;
    private final Town town;
    private final Archive archive;

    private Campaign(Plan plan, Town town, Archive archive) {
        this.plan = plan;
        this.town = town;
        this.archive = archive;
    }

    /**
     * Runs it from the first process to the last.
     *
     * @param folder for logs, histories and data
     */
    static Findings run(Plan plan, Releases releases, Path folder, PrintStream out) {
        try (var town = Town.build(releases, folder, plan.size(), out);
                var archive = new Archive(town.histories());
                var chronicler = Chronicler.start(town.brokers().observer(), Site.TOPICS, archive)) {
            return new Campaign(plan, town, archive).run(chronicler);
        }
    }

    private Findings run(Chronicler chronicler) {
        var ledger = new Ledger(town.roster(), archive);
        var strikes = new Strikes(plan, town);
        publishDuring(ledger, strikes::all);
        town.incidents().say("%,d events were accepted; waiting for what is owed".formatted(ledger.accepted()));
        var ended = Instant.now();
        settle(chronicler);
        return new Findings(
                plan.circumstances(),
                ledger.accepted(),
                ledger.refused(),
                judgement(),
                town.incidents().faults(),
                strikes.skipped(),
                Duration.between(ended, Instant.now()),
                town.all().stream().collect(Collectors.toMap(Instance::name, Instance::peakMegabytes)));
    }

    private void publishDuring(Ledger ledger, Runnable work) {
        try (var _ = HttpPublisher.start(town.publishingPort(), ledger, plan.rate() / 2);
                var _ = KafkaPublisher.start(town.publisher(), Site.TOPICS, ledger, plan.rate() - plan.rate() / 2)) {
            work.run();
        }
    }

    /** Returns when nothing is owed and nothing more is written, or when patience is at its end. */
    private void settle(Chronicler chronicler) {
        long end = System.nanoTime() + plan.patience().toNanos();
        long repair = end - plan.patience().dividedBy(2).toNanos();
        boolean repaired = false;
        long before = -1;
        while (before != chronicler.lines() || owed() > 0) {
            if (System.nanoTime() - end > 0) {
                town.incidents().say("patience is at its end");
                return;
            }
            if (!repaired && System.nanoTime() - repair > 0) {
                repairEndpoints();
                repaired = true;
            }
            before = chronicler.lines();
            Waiting.sleep(LOOK);
        }
    }

    /**
     * Events that never succeed are what waits last, and with nothing good between them their endpoint is on probation,
     * where one of them is tried now and then: that is as it should be, but would take hours.
     */
    private void repairEndpoints() {
        town.incidents().say("all endpoints take everything from now on");
        town.roster().all().stream().map(Subscriber::repaired).forEach(each -> town.put(each, "repaired"));
    }

    private long owed() {
        var judgement = judgement();
        return judgement.of(Promise.NOTHING_IS_LOST) + judgement.of(Promise.ONE_DEAD_LETTER);
    }

    private Judgement judgement() {
        var checker = new Checker(rules(), town.incidents().all());
        return town.roster().all().stream()
                .map(subscriber ->
                        checker.judge(archive.history(subscriber.name(), letters(subscriber)), terms(subscriber)))
                .reduce(checker.judgePrograms(), Judgement::plus);
    }

    private List<Letter> letters(Subscriber subscriber) {
        var container = subscriber.container();
        return container == null
                ? List.of()
                : town.blobs()
                        .of(
                                container,
                                subscriber.name(),
                                record -> Comparison.of(
                                        record, subscriber.delivery().schema()));
    }

    private Terms terms(Subscriber subscriber) {
        return new Terms(
                event -> subscriber.matches(Events.number(event)),
                subscriber.maxAttempts(),
                scale().of(TIME_TO_LIVE),
                subscriber.container() != null,
                town.roster().passing().contains(subscriber));
    }

    private TimeScale scale() {
        return new TimeScale(plan.size().timeScale());
    }

    private Rules rules() {
        boolean stepped =
                town.incidents().all().stream().anyMatch(each -> each.what().startsWith(SteppedClock.WHAT));
        return new Rules(
                new RetryLadder(scale()),
                SLACK,
                LONGEST_COMMIT,
                plan.late(),
                RECOVERY,
                COMMIT_PATIENCE,
                stepped ? Clocks.STEPPED : Clocks.TRUSTED);
    }
}
