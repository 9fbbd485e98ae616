package io.tidings.export.job;

import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.job.RedriveFixture.BILLING;
import static io.tidings.export.job.RedriveFixture.delivery;
import static io.tidings.export.job.RedriveFixture.ids;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-REPLAY-1: a job brings dead letters of the topic back, each once, and only those that it was asked for. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class RedriveJobIT {
    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null);

    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void eachDeadLetterBecomesOneDeliveryThatNamesItsJob() throws Exception {
        jobs.bench().giveUp("billing", 5);
        jobs.bench().giveUp("audit", 3);
        var id = jobs.ask("'kind':'redrive'");
        jobs.start();

        var done = jobs.awaitState(id, JobState.DONE).progress();

        assertThat(done.counts().selected()).isEqualTo(5);
        assertThat(done.counts().written()).isEqualTo(5);
        assertThat(done.counts().left()).isZero();
        assertThat(done.counts().scanned()).isGreaterThanOrEqualTo(8);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(5));
        var delivery = delivery(jobs.bench().deliveries().getFirst());
        assertThat(delivery.uid()).isEqualTo("uid-of-billing");
        assertThat(delivery.retryState()).isEqualTo(RetryState.START);
        assertThat(delivery.event().published()).isAfterOrEqualTo(done.started());
        assertThat(delivery.redriven().times()).isEqualTo(1);
        assertThat(delivery.redriven().job()).isEqualTo(id);
        assertThat(jobs.metrics()
                        .get("tidings.replayed")
                        .tag("kind", "redrive")
                        .counter()
                        .count())
                .isEqualTo(5);
    }

    @Test
    void aDryRunCountsAndShowsTenAndWritesNothing() throws Exception {
        jobs.bench().giveUp("billing", 12);
        var id = jobs.ask("'kind':'redrive','dryRun':true");
        jobs.start();

        var done = jobs.awaitState(id, JobState.DONE).progress();

        assertThat(done.counts().selected()).isEqualTo(12);
        assertThat(done.counts().written()).isZero();
        assertThat(done.examples()).hasSize(10).allSatisfy(example -> {
            assertThat(example.reason()).isEqualTo("UndeliverableDueToHttpBadRequest");
            assertThat(example.source()).endsWith("events-0@17");
        });
        assertThat(jobs.bench().deliveries()).isEmpty();
    }

    @Test
    void onlyTheIdsThatWereAskedForComeBack() throws Exception {
        jobs.bench().giveUp("billing", 5);
        var id = jobs.ask("'kind':'redrive','select':{'eventIds':['e1','e3','nothing']}");
        jobs.start();
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("e1", "e3");
    }

    @Test
    void aLaterJobTakesOnlyTheRest() throws Exception {
        jobs.bench().giveUp("billing", 4);
        jobs.start();
        jobs.awaitState(jobs.ask("'kind':'redrive','select':{'eventIds':['e0','e1']}"), JobState.DONE);

        var later = jobs.awaitState(jobs.ask("'kind':'redrive','select':{'eventIds':['e1','e2']}"), JobState.DONE);

        assertThat(later.progress().counts().skipped()).containsEntry("AlreadyRedriven", 1L);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("e0", "e1", "e2");
        var last = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
        assertThat(last.progress().counts().skipped()).containsEntry("AlreadyRedriven", 3L);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(4));
    }

    /** The command redrive of an earlier release was stopped in the middle; its group is kept for seven days. */
    @Test
    void aJobTakesOnlyWhatAStoppedCommandLeft() throws Exception {
        jobs.bench().giveUp("billing", 6);
        var letters = jobs.bench().deadLetters();
        var third = letters.get("e2");
        jobs.bench()
                .stoppedCommand(
                        "from=1970-01-01T00:00:00Z to=" + Instant.now().plusSeconds(60)
                                + " reasons=UndeliverableDueToHttpBadRequest again=false former=false"
                                + " uid=uid-of-billing",
                        Map.of(new TopicPartition(third.topic(), third.partition()), third.offset() + 1));
        jobs.start();

        var done = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE).progress();

        var left = letters.entrySet().stream()
                .filter(each -> each.getValue().partition() != third.partition()
                        || each.getValue().offset() > third.offset())
                .map(Map.Entry::getKey)
                .toList();
        assertThat(left).hasSizeLessThan(6);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(left);
        assertThat(done.counts().skipped()).containsEntry("AlreadyRedriven", 6L - left.size());
    }

    @Test
    void aLetterThatCameBackComesBackAgainOnRequestAsAnotherMessage() throws Exception {
        jobs.bench().giveUp("billing", 1);
        jobs.start();
        jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
        for (int i = 0; i < 2; i++) {
            var again = jobs.awaitState(jobs.ask("'kind':'redrive','select':{'again':true}"), JobState.DONE);
            assertThat(again.progress().counts().written()).isOne();
        }
        assertThat(times()).containsExactlyInAnyOrder(1, 2, 3);

        var fourth = jobs.awaitState(jobs.ask("'kind':'redrive','select':{'again':true}"), JobState.DONE);
        assertThat(fourth.progress().counts().skipped()).containsEntry("BroughtBackThreeTimes", 1L);
        jobs.awaitState(jobs.ask("'kind':'redrive','force':true,'select':{'again':true}"), JobState.DONE);
        assertThat(times()).containsExactlyInAnyOrder(1, 2, 3, 4);
    }

    @Test
    void aLetterOfADeletedSubscriptionOfThatNameComesBackOnRequest() throws Exception {
        jobs.bench().giveUp("billing", 2);
        jobs.bench()
                .write(
                        jobs.bench().topics().subscriptions(),
                        BILLING.toString(),
                        """
                        {"properties":{"destination":{"endpointType":"WebHook","properties":\
                        {"endpointUrl":"https://example.com/hook"}}}}\
                        """,
                        Map.of(
                                HeaderNames.SUBSCRIPTION_UID, "uid-of-another",
                                HeaderNames.PROVISIONING_STATE, "Succeeded",
                                HeaderNames.VALIDATED, "true"));
        jobs.start();

        var left = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
        assertThat(left.progress().counts().skipped()).containsEntry("FormerSubscription", 2L);
        assertThat(jobs.bench().deliveries()).isEmpty();

        jobs.awaitState(jobs.ask("'kind':'redrive','select':{'former':true}"), JobState.DONE);
        assertThat(jobs.bench().deliveries())
                .hasSize(2)
                .allSatisfy(record -> assertThat(delivery(record).uid()).isEqualTo("uid-of-another"));
    }

    /** B-LANE-2: those of one key come back one after the other, also in the same lane. */
    @Test
    void aDeadLetterKeepsItsOrderKeyWhileItsSubscriptionHasAnOrder() throws Exception {
        var letter = deadLetter(jobs.bench().topics(), 0, "billing", "archive", "dead", "e0");
        letter.headers().add(HeaderNames.ORDER_KEY, "customer-1".getBytes(UTF_8));
        letter.headers().add(HeaderNames.ORDER_SEQUENCE, "7".getBytes(UTF_8));
        letter.headers().add(HeaderNames.ORDER_BEHIND, "5".getBytes(UTF_8));
        jobs.bench().send(letter);
        jobs.start();

        jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
        jobs.subscribe("\"tidings\":{\"orderBy\":\"subject\"}");
        jobs.awaitState(jobs.ask("'kind':'redrive','select':{'again':true}"), JobState.DONE);

        assertThat(jobs.bench().deliveries())
                .extracting(record -> delivery(record).order())
                .containsExactlyInAnyOrder(null, new DeliveryOrder("customer-1", null));
    }

    @Test
    void aDeadLetterIsDeliveredAgainAsItWas() throws Exception {
        var traced = deadLetter(jobs.bench().topics(), 0, "billing", "archive", "dead", "e0");
        traced.headers().add(HeaderNames.TRACEPARENT, TRACE.traceparent().getBytes(UTF_8));
        jobs.bench().send(traced);
        jobs.start();

        jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);

        assertThat(jobs.bench().deliveries()).hasSize(1);
        var record = jobs.bench().deliveries().getFirst();
        assertThat(record.key()).isEqualTo(BILLING.bytes());
        assertThat(new String(record.value(), UTF_8)).isEqualTo("""
            {"id":"e0","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z"}\
            """);
        assertThat(delivery(record).event().trace()).isEqualTo(TRACE);
        assertThat(delivery(record).subscriptionsRead()).isEqualTo(1);
    }

    @Test
    void whatWasBroughtBackThreeTimesStaysUnlessForced() throws Exception {
        var again = deadLetter(jobs.bench().topics(), 0, "billing", "archive", "dead", "e0");
        again.headers().add(HeaderNames.REDRIVEN, ("3@" + Instant.now()).getBytes(UTF_8));
        jobs.bench().send(again);
        jobs.start();

        var refused = jobs.awaitState(jobs.ask("'kind':'redrive'"), JobState.DONE);
        assertThat(refused.progress().counts().skipped()).containsEntry("BroughtBackThreeTimes", 1L);
        assertThat(jobs.bench().deliveries()).isEmpty();

        jobs.awaitState(jobs.ask("'kind':'redrive','force':true"), JobState.DONE);
        assertThat(jobs.bench().deliveries())
                .hasSize(1)
                .allSatisfy(record ->
                        assertThat(delivery(record).redriven().times()).isEqualTo(4));
    }

    @Test
    void aJobThatCannotBeDoneFailsWithTheReasonAndTheNextOneRuns() throws Exception {
        jobs.bench().giveUp("billing", 1);
        var wrong = jobs.askFor("{'kind':'redrive','topic':'orders','subscription':'nobody'}");
        var right = jobs.ask("'kind':'redrive'");
        jobs.start();
        assertThat(jobs.awaitState(wrong, JobState.FAILED).progress().error())
                .contains("no subscription orders/nobody");
        jobs.awaitState(right, JobState.DONE);
        assertThat(jobs.bench().deliveries()).hasSize(1);
    }

    /** A former owner that has not noticed the change of owners cannot end a job that the new one continues. */
    @Test
    void theEndOfAJobThatFailsIsWrittenInItsTransaction() throws Exception {
        var wrong = jobs.askFor("{'kind':'redrive','topic':'orders','subscription':'nobody'}");
        jobs.start();
        jobs.awaitState(wrong, JobState.FAILED);
        assertThat(jobs.offsetsBehind(wrong))
                .as("the marker of the transaction")
                .isOne();
    }

    private List<Integer> times() {
        return jobs.bench().deliveries().stream()
                .map(record -> delivery(record).redriven().times())
                .toList();
    }
}
