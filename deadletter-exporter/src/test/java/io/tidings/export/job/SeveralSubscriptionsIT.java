package io.tidings.export.job;

import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.job.RedriveFixture.delivery;
import static io.tidings.export.job.RedriveFixture.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-REPLAY-1: one job brings back what an outage took from several subscriptions. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class SeveralSubscriptionsIT {
    private static final SubscriptionKey AUDIT = new SubscriptionKey("orders", "audit");
    private static final String BOTH = "'topic':'orders','subscriptions':['audit','billing']";

    private static final SubscriptionKey OF_NEWS = new SubscriptionKey("news", "crm");
    private static final String OF_TWO_TOPICS = "'subscriptions':['orders/billing','news/crm']";

    private JobFixture jobs;

    @TempDir
    Path storage;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.bench().subscribe(AUDIT);
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void oneRedriveBringsBackTheDeadLettersOfTwoSubscriptionsAndOfNoOther() throws Exception {
        giveUp("audit", "billing", "crm");
        var id = jobs.askFor("{'kind':'redrive'," + BOTH + "}");
        jobs.start();

        var done = jobs.awaitState(id, JobState.DONE).progress().counts();

        assertThat(done).returns(6L, JobCounts::selected).returns(6L, JobCounts::written);
        assertThat(deliveries())
                .containsExactlyInAnyOrderElementsOf(
                        of(ids(3), "orders/audit uid-of-audit", "orders/billing uid-of-billing"));
        assertThat(jobs.bench().deliveries())
                .allSatisfy(record -> assertThat(new String(record.key(), UTF_8))
                        .isEqualTo(delivery(record).subscription().toString()));
        for (var name : List.of("audit", "billing")) {
            assertThat(jobs.metrics()
                            .get("tidings.replayed")
                            .tag("subscription", name)
                            .counter()
                            .count())
                    .isEqualTo(3);
        }
    }

    @Test
    void aJobOfOneLeavesWhatOneOfSeveralHasBroughtBackAndTheOtherWayRound() throws Exception {
        giveUp("audit", "billing");
        jobs.start();
        jobs.awaitState(jobs.ask("'kind':'redrive','select':{'eventIds':['e0']}"), JobState.DONE);

        var both = jobs.awaitState(jobs.askFor("{'kind':'redrive'," + BOTH + "}"), JobState.DONE);
        var one = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);

        assertThat(both.progress().counts().written()).isEqualTo(5);
        assertThat(both.progress().counts().skipped()).containsEntry("AlreadyRedriven", 1L);
        assertThat(one.progress().counts().skipped()).containsEntry("AlreadyRedriven", 3L);
        assertThat(jobs.bench().deliveries()).hasSize(6);
    }

    @Test
    void aJobOfSeveralAndOneOfOneOfThemDoNotBringTheSameBack() throws Exception {
        giveUp("audit", "billing");
        jobs.start();
        var both = jobs.askFor("{'kind':'redrive','rate':2," + BOTH + "}");
        var one = jobs.ask("'kind':'redrive'");
        jobs.awaitState(one, JobState.DONE);
        assertThat(jobs.job(both).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.bench().deliveries()).hasSize(6);
    }

    @Test
    void aPausedJobOfSeveralGoesOnWhereItWas() throws Exception {
        int each = 12; // so many that the job is not done when a machine that stood still interrupts it
        jobs.bench().giveUp("audit", each);
        jobs.bench().giveUp("billing", each);
        jobs.start();
        var id = jobs.askFor("{'kind':'redrive','rate':1," + BOTH + "}");
        jobs.awaitWritten(id, 1);
        jobs.wish(id, JobWish.PAUSE);
        jobs.awaitState(id, JobState.PAUSED);
        assertThat(jobs.written(id)).isLessThan(2L * each);
        jobs.wish(id, JobWish.RUN);
        jobs.awaitState(id, JobState.DONE);
        assertThat(deliveries())
                .containsExactlyInAnyOrderElementsOf(
                        of(ids(each), "orders/audit uid-of-audit", "orders/billing uid-of-billing"));
    }

    @Test
    void theDeadLettersOfADeletedSubscriptionAreCountedAndTheOthersComeBack() throws Exception {
        giveUp("billing", "crm");
        jobs.start();
        var id = jobs.askFor("{'kind':'redrive','topic':'orders','subscriptions':['billing','crm']}");
        var counts = jobs.awaitState(id, JobState.DONE).progress().counts();
        assertThat(counts.skipped()).containsEntry("NoSubscription", 3L);
        assertThat(deliveries()).containsExactlyInAnyOrderElementsOf(of(ids(3), "orders/billing uid-of-billing"));
    }

    /** An instance that was stopped for a while may still believe that it owns the jobs. */
    @Test
    void aFormerOwnerOfAJobOfSeveralWritesNothingOnceAnotherJobHasOneOfItsSubscriptions() throws Exception {
        giveUp("audit", "billing");
        var both = jobs.askFor("{'kind':'redrive'," + BOTH + "}");
        var topics = jobs.bench().topics();
        try (var former = JobTransactions.open(jobs.bench().clients(), topics, topics.prefix() + "job." + both)) {
            jobs.wish(both, JobWish.PAUSE);
            jobs.start();
            jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
            former.send(new ProducerRecord<>(topics.deliveries(), new byte[0], new byte[0]), 0);
            assertThatExceptionOfType(KafkaException.class)
                    .isThrownBy(() -> former.commit(
                            both, JobExamples.job(JobWish.RUN, JobState.RUNNING).progress()));
        }
        jobs.wish(both, JobWish.RUN);
        jobs.awaitState(both, JobState.DONE);
        assertThat(jobs.bench().deliveries()).hasSize(6);
    }

    @Test
    void oneReplayReadsTheEventsOnceForTwoSubscriptions() throws Exception {
        jobs.publish("orders", "e0", "placed");
        jobs.publish("orders", "e1", "placed");
        jobs.subscribe(AUDIT, "\"filter\":{\"includedEventTypes\":[\"paid\"]}");
        jobs.publish("orders", "e2", "paid");
        jobs.start();
        var id = jobs.askFor("{'kind':'replay','filter':true," + BOTH + "}");

        var counts = jobs.awaitState(id, JobState.DONE).progress().counts();

        assertThat(counts)
                .returns(3L, JobCounts::scanned)
                .returns(4L, JobCounts::written)
                .returns(0L, JobCounts::left);
        assertThat(deliveries())
                .containsExactlyInAnyOrder(
                        "orders/billing uid-of-billing e0",
                        "orders/billing uid-of-billing e1",
                        "orders/billing uid-of-billing e2",
                        "orders/audit uid-of-audit e2");
    }

    @Test
    void oneRedriveBringsBackTheDeadLettersOfSeveralTopics() throws Exception {
        subscribeToNews();
        giveUp("audit", "billing");
        jobs.bench().send(deadLetter(jobs.bench().topics(), OF_NEWS, "n0"));
        jobs.start();

        var dry = jobs.awaitState(jobs.askFor("{'kind':'redrive','dryRun':true," + OF_TWO_TOPICS + "}"), JobState.DONE);
        var all = jobs.awaitState(jobs.askFor("{'kind':'redrive'," + OF_TWO_TOPICS + "}"), JobState.DONE);
        var one = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);

        assertThat(dry.progress().counts().selected()).isEqualTo(4);
        assertThat(dry.progress().examples())
                .extracting(JobExample::subscription)
                .contains("orders/billing", "news/crm");
        assertThat(all.progress().counts().written()).isEqualTo(4);
        assertThat(one.progress().counts().skipped()).containsEntry("AlreadyRedriven", 3L);
        assertThat(deliveries())
                .hasSize(4)
                .containsAll(of(ids(3), "orders/billing uid-of-billing"))
                .contains("news/crm uid-of-crm n0");
    }

    @Test
    void oneReplayDeliversTheEventsOfEachTopicToItsOwnSubscriptions() throws Exception {
        subscribeToNews();
        jobs.publish("orders", "e0", "placed");
        jobs.publish("news", "n0", "placed");
        jobs.publish("elsewhere", "x0", "placed");
        jobs.start();
        var replayed = jobs.awaitState(jobs.askFor("{'kind':'replay'," + OF_TWO_TOPICS + "}"), JobState.DONE);
        assertThat(replayed.progress().counts().written()).isEqualTo(2);
        assertThat(deliveries())
                .containsExactlyInAnyOrder("orders/billing uid-of-billing e0", "news/crm uid-of-crm n0");
    }

    private void subscribeToNews() throws Exception {
        jobs.bench()
                .write(
                        jobs.bench().topics().topics(),
                        OF_NEWS.topic(),
                        "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}",
                        Map.of());
        jobs.bench().subscribe(OF_NEWS);
    }

    @Test
    void theBlobsOfTwoSubscriptionsComeBackOnceEach() throws Exception {
        for (var name : List.of("audit", "billing")) {
            jobs.subscribe(new SubscriptionKey("orders", name), """
                "deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
                "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}\
                """);
        }
        // The older blob is that of the second subscription.
        blob("audit", "2026/11/21/12/a.json", "e0");
        blob("billing", "2026/11/21/9/b.json", "e1");
        var asked = "'from':'blobs','select':{'from':'2026-11-21T00:00:00Z','to':'2026-11-22T00:00:00Z'}";
        jobs.start(storage.toUri().toString());
        var first = jobs.awaitState(jobs.askFor("{'kind':'redrive'," + asked + "," + BOTH + "}"), JobState.DONE);
        assertThat(first.progress().counts().written()).isEqualTo(2);
        for (var targets : List.of(BOTH, "'topic':'orders','subscription':'audit'")) {
            var again = jobs.awaitState(jobs.askFor("{'kind':'redrive'," + asked + "," + targets + "}"), JobState.DONE);
            assertThat(again.progress().counts().written()).isZero();
        }
        assertThat(deliveries())
                .containsExactlyInAnyOrder("orders/audit uid-of-audit e0", "orders/billing uid-of-billing e1");
    }

    private void giveUp(String... subscriptions) throws Exception {
        for (var each : subscriptions) {
            jobs.bench().giveUp(each, 3);
        }
    }

    private void blob(String subscription, String path, String id) throws IOException {
        var file = storage.resolve("dead")
                .resolve(subscription.toUpperCase(Locale.ROOT))
                .resolve(path);
        Files.createDirectories(file.getParent());
        var letter = deadLetter(jobs.bench().topics(), 0, subscription, "archive", "dead", id);
        Files.writeString(file, "[" + new String(letter.value(), UTF_8) + "]");
    }

    private static List<String> of(List<String> ids, String... subscriptions) {
        var all = new ArrayList<String>();
        Stream.of(subscriptions).forEach(each -> ids.forEach(id -> all.add(each + " " + id)));
        return all;
    }

    private List<String> deliveries() {
        return jobs.bench().deliveries().stream()
                .map(record -> {
                    var delivery = delivery(record);
                    return delivery.subscription() + " " + delivery.uid() + " "
                            + delivery.event().id();
                })
                .toList();
    }
}
