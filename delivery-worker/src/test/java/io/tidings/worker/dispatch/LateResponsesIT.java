package io.tidings.worker.dispatch;

import static io.tidings.worker.dispatch.LateWebhook.LATE_RESPONSE_TIMEOUT;
import static io.tidings.worker.dispatch.LateWebhook.aborted;
import static io.tidings.worker.dispatch.LateWebhook.lateSuccesses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-4: a response that comes after the response timeout. */
class LateResponsesIT {
    private final LateWebhook endpoint = new LateWebhook();
    private final ScriptedWebhook webhook = endpoint.webhook;
    private final CountDownLatch answer = endpoint.answer;
    private final DispatcherFixture bench = endpoint.bench("10");

    @AfterEach
    void close() {
        answer.countDown();
        bench.close();
        endpoint.close();
    }

    @Test
    void aTimeoutQueuesTheRetryAndGivesTheSlotBackWhileTheExchangeStaysOpen() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        bench.deliver();
        bench.deliver(); // one request at a time: it is sent when the first has timed out
        endpoint.timeOut(bench, 1);
        assertThat(bench.parks()).hasSize(1);
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
    }

    @Test
    void aLateSuccessRemovesTheRetry() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(500));
        deliverAndAnswerLate();
        comesDue(retry());
        await().until(bench::settled);
        assertThat(webhook.requests()).as("the retry is not sent").hasSize(1);
        assertThat(bench.partition.ledger().low())
                .as("both records but the first's park")
                .isZero();
        assertThat(bench.parks()).hasSize(1);
        assertThat(delivered()).as("counted once").isOne();
    }

    /** The line of the late success may be lost with the partition, and the delivery would wait for ever (#31). */
    @Test
    void aLateSuccessSettlesNothingAfterItsPartitionWasLost() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        deliverAndAnswerLate();
        var retry = retry();
        bench.partition.disown();
        bench.deliver(bench.tier, retry, "{}");
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        assertThat(webhook.requests()).as("the retry is sent").hasSize(2);
    }

    /** The delivery was given up elsewhere, so its redrive must be sent. */
    @Test
    void aLateSuccessSettlesNothingThatIsBroughtBackFromTheDeadLetters() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        deliverAndAnswerLate();
        bench.deliver(retry().redriven("uid", 1, bench.now().wall()));
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(2);
    }

    /** A redrive and a replay of one event count separately how often they brought it back. */
    @Test
    void aLateSuccessOfARedriveSettlesNoReplayOfTheSameEvent() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        bench.deliver(redrivenBy("redrive-1"));
        endpoint.timeOut(bench, 1);
        var retry = retry();
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
        bench.deliver(redrivenBy("replay-1"));
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 2;
        });
        comesDue(retry);
        await().until(bench::settled);
        assertThat(webhook.requests())
                .as("the retry of the redrive is not sent")
                .hasSize(2);
    }

    /** The retry had succeeded when the response to the first attempt came. */
    @Test
    void aSuccessThatComesAfterTheRetryIsNotCountedAgain() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        bench.deliver();
        endpoint.timeOut(bench, 1);
        assertThat(bench.parks()).hasSize(1);
        comesDue(retry());
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
        assertThat(delivered()).isOne();
    }

    /** #31: nothing but the log of attempts showed that the endpoint has the event of a dead letter. */
    @Test
    void aLateSuccessOfTheLastAttemptIsCountedAndLeavesTheDeadLetter() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", ",\"retryPolicy\":{\"maxDeliveryAttempts\":1}");
        webhook.answers("/hook", endpoint.late(200));
        bench.deliver();
        endpoint.timeOut(bench, 1);
        assertThat(acceptedAfterEnd()).isZero();
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
        assertThat(acceptedAfterEnd()).isOne();
        assertThat(delivered()).isZero();
        assertThat(bench.counted("tidings.dropped", "reason", "MaxDeliveryAttemptsExceeded"))
                .as("there is no dead-letter destination")
                .isOne();
    }

    @Test
    void aLateSuccessBeforeTheLastAttemptIsNotCountedAsOneAfterTheEnd() {
        webhook.answers("/hook", endpoint.late(200));
        deliverAndAnswerLate();
        assertThat(acceptedAfterEnd()).isZero();
    }

    private double acceptedAfterEnd() {
        return bench.counted("tidings.delivery.success.after.end");
    }

    @Test
    void aLateSuccessRemovesNoOtherDelivery() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        deliverAndAnswerLate();
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 2;
        });
    }

    @Test
    void aLateFailureChangesNothing() {
        webhook.answers("/hook", endpoint.late(400), ScriptedResponse.status(200));
        bench.deliver();
        endpoint.timeOut(bench, 1);
        assertThat(bench.parks()).hasSize(1);
        var retry = retry();
        answer.countDown();
        comesDue(retry);
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        assertThat(bench.parks()).as("no dead letter, no second retry").hasSize(1);
        assertThat(webhook.requests()).hasSize(2);
    }

    /** B-DEL-4: the defaults of a worker. */
    @Test
    void withoutSettingsAResponseHasThirtySecondsAndALateOneThreeMinutes() {
        try (var unset = new DispatcherFixture(Map.of())) {
            unset.subscribe("uid", webhook.uri("/hook").toString(), "");
            webhook.answers("/hook", ScriptedResponse.hang());
            unset.deliver();
            await().until(() -> {
                unset.turn();
                return webhook.requests().size() == 1;
            });
            unset.moveClock(Duration.ofMillis(29_990));
            unset.turn();
            assertThat(unset.parks()).isEmpty();
            unset.moveClock(Duration.ofMillis(10));
            unset.turn();
            assertThat(unset.parks()).as("queued for retry").hasSize(1);
            unset.moveClock(Duration.ofMillis(149_990));
            for (int i = 0; i < 50; i++) {
                unset.turn();
            }
            assertThat(aborted(unset)).isZero();
            unset.moveClock(Duration.ofMillis(10));
            await().until(() -> {
                unset.turn();
                return aborted(unset) == 1;
            });
        }
    }

    @Test
    void aResponseThatComesTooLateDoesNotCount() {
        webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
        bench.deliver();
        endpoint.timeOut(bench, 1);
        bench.moveClock(LATE_RESPONSE_TIMEOUT);
        await().until(() -> {
            bench.turn();
            return aborted(bench) == 1;
        });
        answer.countDown();
        comesDue(retry());
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        assertThat(webhook.requests()).as("the retry is sent").hasSize(2);
        assertThat(lateSuccesses(bench)).isZero();
    }

    @Test
    void theOldestGivesWayWhenTooManyAreOpen() {
        try (var one = endpoint.bench("1")) {
            webhook.answers("/hook", endpoint.late(200));
            one.deliver();
            one.deliver();
            endpoint.timeOut(one, 1);
            endpoint.timeOut(one, 2);
            await().until(() -> {
                one.turn();
                return aborted(one) == 1;
            });
            answer.countDown();
            await().until(() -> {
                one.turn();
                return lateSuccesses(one) == 1;
            });
            assertThat(one.parks()).hasSize(2);
            assertThat(aborted(one)).as("the first was cut").isOne();
        }
    }

    @Test
    void withoutRoomForAnyItIsCutAtItsTimeout() {
        try (var none = endpoint.bench("0")) {
            webhook.answers("/hook", endpoint.late(200), ScriptedResponse.status(200));
            none.deliver();
            endpoint.timeOut(none, 1);
            assertThat(none.parks()).hasSize(1);
            answer.countDown();
            none.deliver();
            await().until(none::settled);
            assertThat(webhook.requests()).hasSize(2);
            assertThat(lateSuccesses(none)).isZero();
            assertThat(none.written.attempts()).as("nothing was waited for").hasSize(1);
        }
    }

    private void deliverAndAnswerLate() {
        bench.deliver();
        endpoint.timeOut(bench, 1);
        assertThat(bench.parks()).hasSize(1);
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
    }

    private double delivered() {
        return bench.counted("tidings.delivery.success");
    }

    private Delivery retry() {
        return bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)).getFirst();
    }

    /** The first delivery of an event that a job makes. */
    private Delivery redrivenBy(String job) {
        var now = bench.now().wall();
        var source = new EventSource("tidings.events", 0, 7);
        var event = new DeliveredEvent(EventSchema.EVENT_GRID, "event-7", null, now, source, null);
        return new Delivery(Examples.BILLING, "uid", event, 1, RetryState.START)
                .broughtBack(new Redriven(1, now, job, now));
    }

    /** As it does when it comes out of its tier. */
    private void comesDue(Delivery retry) {
        bench.moveClock(Duration.ofSeconds(12));
        bench.deliver(retry);
    }
}
