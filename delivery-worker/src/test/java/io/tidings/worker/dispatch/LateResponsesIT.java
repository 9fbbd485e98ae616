package io.tidings.worker.dispatch;

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
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LATE_RESPONSE_TIMEOUT = Duration.ofMinutes(3);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final DispatcherFixture bench = bench("10");

    @AfterEach
    void close() {
        answer.countDown();
        bench.close();
        webhook.close();
    }

    private DispatcherFixture bench(String lateResponses) {
        return bench(lateResponses, "1000");
    }

    private DispatcherFixture bench(String lateResponses, String threshold) {
        var made = new DispatcherFixture(Map.of(
                "worker.response.timeout",
                RESPONSE_TIMEOUT.toSeconds() + "s",
                "worker.late.response.timeout",
                LATE_RESPONSE_TIMEOUT.toMinutes() + "m",
                "worker.late.responses.per.subscription",
                lateResponses,
                "probation.threshold",
                threshold));
        made.subscribe("uid", webhook.uri("/hook").toString(), "");
        return made;
    }

    @Test
    void aTimeoutQueuesTheRetryAndGivesTheSlotBackWhileTheExchangeStaysOpen() {
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        bench.deliver();
        bench.deliver(); // one request at a time: it is sent when the first has timed out
        timeOut(bench, 1);
        assertThat(bench.partition.parks()).hasSize(1);
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
        webhook.answers("/hook", late(200), ScriptedResponse.status(500));
        deliverAndAnswerLate();
        comesDue(retry());
        await().until(bench::settled);
        assertThat(webhook.requests()).as("the retry is not sent").hasSize(1);
        assertThat(bench.partition.ledger().low())
                .as("both records but the first's park")
                .isZero();
        assertThat(bench.partition.parks()).hasSize(1);
        assertThat(delivered()).as("counted once").isOne();
    }

    /** The delivery was given up elsewhere, so its redrive must be sent. */
    @Test
    void aLateSuccessSettlesNothingThatIsBroughtBackFromTheDeadLetters() {
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        deliverAndAnswerLate();
        bench.deliver(retry().redriven("uid", 1, bench.now().wall()));
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(2);
    }

    /** A redrive and a replay of one event count separately how often they brought it back. */
    @Test
    void aLateSuccessOfARedriveSettlesNoReplayOfTheSameEvent() {
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        bench.deliver(redrivenBy("redrive-1"));
        timeOut(bench, 1);
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
        assertThat(webhook.requests()).as("the retry of the redrive is not sent").hasSize(2);
    }

    /** The retry had succeeded when the response to the first attempt came. */
    @Test
    void aSuccessThatComesAfterTheRetryIsNotCountedAgain() {
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        bench.deliver();
        timeOut(bench, 1);
        assertThat(bench.partition.parks()).hasSize(1);
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

    @Test
    void aLateSuccessRemovesNoOtherDelivery() {
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        deliverAndAnswerLate();
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 2;
        });
    }

    @Test
    void aLateFailureChangesNothing() {
        webhook.answers("/hook", late(400), ScriptedResponse.status(200));
        bench.deliver();
        timeOut(bench, 1);
        assertThat(bench.partition.parks()).hasSize(1);
        var retry = retry();
        answer.countDown();
        comesDue(retry);
        await().until(() -> {
            bench.turn();
            return delivered() == 1;
        });
        assertThat(bench.partition.parks())
                .as("no dead letter, no second retry")
                .hasSize(1);
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
            assertThat(unset.partition.parks()).isEmpty();
            unset.moveClock(Duration.ofMillis(10));
            unset.turn();
            assertThat(unset.partition.parks()).as("queued for retry").hasSize(1);
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
        webhook.answers("/hook", late(200), ScriptedResponse.status(200));
        bench.deliver();
        timeOut(bench, 1);
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
        try (var one = bench("1")) {
            webhook.answers("/hook", late(200));
            one.deliver();
            one.deliver();
            timeOut(one, 1);
            timeOut(one, 2);
            await().until(() -> {
                one.turn();
                return aborted(one) == 1;
            });
            answer.countDown();
            await().until(() -> {
                one.turn();
                return lateSuccesses(one) == 1;
            });
            assertThat(one.partition.parks()).hasSize(2);
            assertThat(aborted(one)).as("the first was cut").isOne();
        }
    }

    @Test
    void withoutRoomForAnyItIsCutAtItsTimeout() {
        try (var none = bench("0")) {
            webhook.answers("/hook", late(200), ScriptedResponse.status(200));
            none.deliver();
            timeOut(none, 1);
            assertThat(none.partition.parks()).hasSize(1);
            answer.countDown();
            none.deliver();
            await().until(none::settled);
            assertThat(webhook.requests()).hasSize(2);
            assertThat(lateSuccesses(none)).isZero();
            assertThat(none.attempts()).as("nothing was waited for").hasSize(1);
        }
    }

    /** B-PROB-1. */
    @Test
    void aLateSuccessEndsProbation() {
        try (var strict = bench("10", "1")) {
            webhook.answers("/hook", late(200));
            strict.deliver();
            timeOut(strict, 1);
            assertThat(strict.counted("tidings.probation")).isOne();
            strict.deliver();
            strict.turn();
            assertThat(webhook.requests()).as("nothing is sent meanwhile").hasSize(1);
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 0;
            });
            strict.deliver();
            await().until(() -> {
                strict.turn();
                return webhook.requests().size() == 2;
            });
        }
    }

    @Test
    void aLateFailureDoesNotEndProbation() {
        try (var strict = bench("10", "1")) {
            webhook.answers("/hook", late(400));
            strict.deliver();
            timeOut(strict, 1);
            assertThat(strict.counted("tidings.probation")).isOne();
            answer.countDown();
            strict.moveClock(LATE_RESPONSE_TIMEOUT); // whichever comes first, response or end, ends the exchange
            for (int i = 0; i < 50; i++) {
                strict.turn();
            }
            assertThat(strict.counted("tidings.probation")).isOne();
        }
    }

    @Test
    void aLateSuccessOfTheFormerEndpointSaysNothingOfTheNewOne() {
        try (var strict = bench("10", "1")) {
            webhook.answers("/hook", late(200));
            webhook.answers("/new", ScriptedResponse.status(503));
            strict.deliver();
            timeOut(strict, 1);
            strict.subscribe("uid", webhook.uri("/new").toString(), "");
            strict.deliver();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 1
                        && !webhook.requests("/new").isEmpty();
            });
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return lateSuccesses(strict) == 1;
            });
            assertThat(strict.counted("tidings.probation")).isOne();
        }
    }

    /** An endpoint that has responded late before is slow; one that never responds has its failures counted all the same. */
    @Test
    void whereResponsesComeLateATimeoutCountsWhenItsExchangeEnds() {
        try (var strict = bench("10", "1")) {
            webhook.answers("/hook", late(200), ScriptedResponse.hang());
            strict.deliver();
            timeOut(strict, 1);
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 0;
            });
            strict.deliver();
            timeOut(strict, 2);
            assertThat(strict.counted("tidings.probation")).isZero();
            strict.moveClock(LATE_RESPONSE_TIMEOUT);
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 1;
            });
        }
    }

    /** A response that the test releases. */
    private ScriptedResponse late(int status) {
        return ScriptedResponse.computed(_ -> {
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new ScriptedResponse.Status(status, Map.of(), "");
        });
    }

    /** The last of so many requests, once the endpoint has it. */
    private void timeOut(DispatcherFixture of, int requests) {
        await().until(() -> {
            of.turn();
            return webhook.requests().size() == requests;
        });
        of.moveClock(RESPONSE_TIMEOUT);
        of.turn();
    }

    private void deliverAndAnswerLate() {
        bench.deliver();
        timeOut(bench, 1);
        assertThat(bench.partition.parks()).hasSize(1);
        answer.countDown();
        await().until(() -> {
            bench.turn();
            return lateSuccesses(bench) == 1;
        });
    }

    private static long lateSuccesses(DispatcherFixture of) {
        return of.attempts().stream()
                .filter(line -> line.contains("\"attempt\":1,\"outcome\":\"Delivered\""))
                .count();
    }

    private static double aborted(DispatcherFixture of) {
        return of.counted("tidings.delivery.attempt.fail", "outcome", "Aborted");
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
        return new Delivery(Examples.BILLING, "uid", event, 1, RetryState.START).broughtBack(new Redriven(1, now, job));
    }

    /** As it does when it comes out of its tier. */
    private void comesDue(Delivery retry) {
        bench.moveClock(Duration.ofSeconds(12));
        bench.deliver(retry);
    }
}
