package io.tidings.worker.dispatch;

import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static io.tidings.worker.dispatch.ProbationFixture.THRESHOLD;
import static io.tidings.worker.dispatch.ProbationFixture.TICK;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-1 and B-PROB-2 at a scripted endpoint with a moved clock: deferrals, their length and the state of the delivery. */
class ProbationIT {
    private final ProbationFixture probation = new ProbationFixture();
    private final ScriptedWebhook webhook = probation.receiver();
    private final DispatcherFixture bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    /** B-PROB-1, B-PROB-2. */
    @Test
    void afterTooManyFailuresNothingIsSentAndNewDeliveriesAreDeferredByExactlyTheRest() {
        probation.begin(404);
        var until = probation.until();
        bench.moveClock(ofMinutes(1));
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD);
        var deferred = bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)).getLast();
        assertThat(deferred.retryState().due()).isCloseTo(until, TICK);
        assertThat(deferred.retryState())
                .isEqualTo(new RetryState(
                        0, 0, deferred.retryState().due(), new LastAttempt(LastOutcome.PROBATION, null, null)));
        assertThat(bench.counted("tidings.deferred", "reason", "Probation")).isOne();
        assertThat(bench.counted("tidings.probation")).isOne();
    }

    /** B-PROB-2: a deferral is no attempt and keeps what the last attempt came to. */
    @Test
    void aDeferredRetryKeepsItsAttemptsAndItsStep() {
        probation.begin(404);
        var last = new LastAttempt(LastOutcome.BUSY, 503, Instant.parse("2026-11-21T12:00:00Z"));
        bench.deliver(new RetryState(4, 0, bench.now().wall(), last), "{}");
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)))
                .singleElement()
                .satisfies(delivery -> {
                    assertThat(delivery.retryState().attempts()).isEqualTo(4);
                    assertThat(delivery.retryState().due()).isCloseTo(probation.until(), TICK);
                    assertThat(delivery.retryState().last())
                            .isEqualTo(new LastAttempt(LastOutcome.PROBATION, 503, last.at()));
                });
    }

    /** B-PROB-2: what is left is shorter than any tier. */
    @Test
    void aShortWaitIsSpentInMemory() {
        probation.begin(503);
        bench.moveClock(ofSeconds(3));
        bench.deliver();
        bench.turn();
        assertThat(bench.dueQueue.size()).isOne();
        webhook.answers("/hook", ScriptedResponse.status(200));
        bench.moveClock(ofSeconds(7));
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD + 1);
    }

    /** B-PROB-2, B-OUT: the time to live is checked at a deferral and after it. */
    @Test
    void anExpiredEventIsGivenUpAndNotDeferred() {
        probation.begin(404, DEAD_LETTERS);
        var retryState =
                RetryState.START.deferred(LastOutcome.PROBATION, bench.now().wall());
        bench.deliver(
                retryState, EventSchema.EVENT_GRID, "{}", bench.now().wall().minus(Duration.ofDays(1)));
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.deadLetters()))
                .singleElement()
                .satisfies(delivery -> assertThat(delivery.retryState().last())
                        .isEqualTo(new LastAttempt(LastOutcome.PROBATION, null, null)));
        assertThat(webhook.requests()).hasSize(THRESHOLD);
    }

    /** B-PROB-1: requests started before probation neither extend nor double it. */
    @Test
    void attemptsInFlightWhenProbationBeganChangeNothing() {
        try (var wide = new DispatcherFixture(
                Map.of("probation.threshold", "2", "worker.max.in.flight.per.subscription", "6"))) {
            wide.subscribe("uid", webhook.uri("/hook").toString(), "");
            wide.warmUp(5);
            webhook.answers("/hook", ScriptedResponse.status(503));
            for (int i = 0; i < 6; i++) {
                wide.deliver();
            }
            await().until(wide::settled);
            assertThat(webhook.requests()).hasSize(5 + 6);
            wide.written.standings();
            var health = wide.writtenDown.of(Examples.BILLING, "uid").orElseThrow();
            assertThat(health.consecutiveFailures()).isEqualTo(2);
            assertThat(health.probation().length()).isEqualTo(ofSeconds(10));
        }
    }
}
