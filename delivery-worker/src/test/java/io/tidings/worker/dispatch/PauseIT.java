package io.tidings.worker.dispatch;

import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.health.HoldUse;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-SUB-1: a paused subscription at a scripted endpoint with a moved clock. */
class PauseIT {
    private static final String PAUSED = ",\"paused\":true";
    private static final String HOLDS = ",\"tidings\":{\"whilePaused\":\"hold\"}";
    private static final String PAUSES_WHAT_IS_GONE = ",\"tidings\":{\"gone\":\"pause\"}";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("probation.threshold", "1"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void nothingIsSentAndWhatIsDueComesBackWithinSeconds() {
        subscribe(PAUSED);
        bench.deliver();
        var last = new LastAttempt(LastOutcome.BUSY, 503, bench.now().wall().truncatedTo(ChronoUnit.MILLIS));
        var retry = new RetryState(4, 0, bench.now().wall(), last);
        bench.deliver(retry, "{}");
        await().until(bench::settled);
        assertThat(webhook.requests()).isEmpty();
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(2)
                .allSatisfy(delivery -> assertThat(
                                bench.now().wall().until(delivery.retryState().due(), ChronoUnit.MILLIS))
                        .isCloseTo(10_000L, within(1_000L)))
                .extracting(delivery -> delivery.retryState().attempts())
                .containsExactly(0, 4);
        assertThat(bench.counted("tidings.deferred", "reason", "Paused")).isEqualTo(2);
    }

    @Test
    void aDeferredDeliveryIsSentWhenThePauseEnds() {
        subscribe(PAUSED);
        bench.deliver();
        await().until(bench::settled);
        subscribe("");
        webhook.answers("/hook", ScriptedResponse.status(200));
        bench.moveClock(ofSeconds(10));
        var deferred = bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)).getFirst();
        bench.deliver(deferred);
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(1);
        assertThat(webhook.requests().getFirst().header("aeg-delivery-count")).containsExactly("0");
    }

    /** Deliveries queued in memory are deferred, too; requests in flight continue. */
    @Test
    void aPauseTakesWhatWaitsButNotWhatIsUnderWay() {
        subscribe("");
        webhook.answers("/hook", ScriptedResponse.hang());
        for (int i = 0; i < 3; i++) {
            bench.deliver();
        }
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 1;
        });
        subscribe(PAUSED);
        bench.moveClock(ofSeconds(31));
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(1);
        assertThat(bench.counted("tidings.deferred", "reason", "Paused")).isEqualTo(2);
    }

    /** No matter how much waits: it must not keep the partition from others. */
    @Test
    void noMoreThanAThousandComeBackInASecond() {
        subscribe(PAUSED);
        for (int i = 0; i < 3_000; i++) {
            bench.deliver();
            bench.turn();
        }
        var begin = bench.now().wall();
        var dues = bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)).stream()
                .map(delivery -> begin.until(delivery.retryState().due(), ChronoUnit.MILLIS))
                .sorted()
                .toList();
        assertThat(dues).hasSize(3_000);
        assertThat(dues.getLast() - dues.getFirst()).isGreaterThanOrEqualTo(2_990);
    }

    /** B-PAUSE: a day is its life, and it has lived for 23 hours when the pause begins. */
    @Test
    void anEventThatIsHeldDoesNotExpireUntilItHasLivedItsTime() {
        var published = bench.now().wall().minus(Duration.ofHours(23));
        var paused = bench.now().wall();
        hold("/");
        bench.deliver(RetryState.START, EventSchema.EVENT_GRID, "{}", published);
        await().until(bench::settled);
        var held = bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)).getFirst();
        assertThat(held.retryState().due())
                .as("it is due when it is resumed")
                .isCloseTo(paused, within(1, ChronoUnit.SECONDS));

        bench.moveClock(Duration.ofDays(5));
        bench.deliver(held);
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.deadLetters())).isEmpty();
        assertThat(bench.counted("tidings.deferred", "reason", "Paused")).isEqualTo(2);

        resumed(paused);
        bench.moveClock(Duration.ofMinutes(59));
        bench.deliver(held);
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(1);
        bench.moveClock(Duration.ofMinutes(2));
        bench.deliver(held);
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.deadLetters())).hasSize(1);
    }

    /** B-PAUSE. */
    @Test
    void anEventThatIsHeldTooLongExpires() {
        try (var strict = new DispatcherFixture(Map.of("hold.max", "2d"))) {
            strict.subscribeWithPauses(webhook.uri("/hook").toString(), PAUSED + HOLDS + DEAD_LETTERS, "/");
            var delivery = strict.deliver().delivery();
            await().until(strict::settled);
            strict.moveClock(Duration.ofDays(1));
            strict.deliver(delivery);
            await().until(strict::settled);
            assertThat(strict.parked(strict.topics.deadLetters())).isEmpty();
            assertThat(hold(strict)).isEqualTo(HoldUse.HALF);

            strict.moveClock(Duration.ofDays(1).plusMillis(1));
            strict.deliver(delivery);
            strict.deliver();
            await().until(strict::settled);
            assertThat(strict.parked(strict.topics.deadLetters()))
                    .as("the new one is held")
                    .hasSize(1);
            assertThat(hold(strict)).isEqualTo(HoldUse.ALL);
        }
    }

    /** B-PAUSE. */
    @Test
    void theOldestEventsExpireIfTooMuchIsHeld() {
        try (var strict = new DispatcherFixture(Map.of("hold.max.bytes", "5200"))) {
            // The worker counts by slices of ten seconds and by hours: none may end between the two batches.
            var now = strict.now().wall();
            strict.moveClock(
                    Duration.between(now, now.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1))));
            strict.subscribeWithPauses(webhook.uri("/hook").toString(), PAUSED + HOLDS + DEAD_LETTERS, "/");
            for (int i = 0; i < 8; i++) {
                strict.deliver(RetryState.START, "{\"a\": 1}");
            }
            await().until(strict::settled);
            strict.dispatcher.forgetRemoved(strict.now());
            assertThat(hold(strict)).isEqualTo(HoldUse.HALF);
            assertThat(strict.counted("tidings.hold.used")).isEqualTo(0.8);
            strict.moveClock(ofSeconds(2));
            for (int i = 0; i < 8; i++) {
                strict.deliver(RetryState.START, "{\"a\": 1}");
            }
            await().until(strict::settled);
            assertThat(strict.parked(strict.topics.deadLetters())).hasSize(6);
            assertThat(hold(strict)).isEqualTo(HoldUse.ALL);
        }
    }

    /** B-PAUSE: one that comes back before its wait is over must not count twice, or it would expire too early. */
    @Test
    void aHeldDeliveryCountsOnceHoweverManyTiersItsWaitConsistsOf() {
        try (var bounded = new DispatcherFixture(Map.of("hold.max.bytes", "1000"))) {
            bounded.subscribeWithPauses(webhook.uri("/hook").toString(), PAUSED + HOLDS + DEAD_LETTERS, "/");
            var published = bounded.now().wall();
            var last = new LastAttempt(LastOutcome.BUSY, 503, published);
            var delivery = bounded.deliver(new RetryState(1, 0, published.plus(Duration.ofMinutes(29)), last), "{}")
                    .delivery();
            await().until(bounded::settled);
            bounded.moveClock(Duration.ofMinutes(10));
            bounded.deliver(delivery);
            await().until(bounded::settled);
            assertThat(bounded.parked(bounded.topics.retry(RetryTier.TEN_MINUTES)))
                    .hasSize(2);
            assertThat(bounded.parked(bounded.topics.deadLetters())).isEmpty();
        }
    }

    private static HoldUse hold(DispatcherFixture bench) {
        bench.turn();
        bench.written.standings();
        return bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().hold();
    }

    private void hold(String pauses) {
        bench.subscribeWithPauses(webhook.uri("/hook").toString(), PAUSED + HOLDS + DEAD_LETTERS, pauses);
    }

    private void resumed(Instant since) {
        bench.subscribeWithPauses(webhook.uri("/hook").toString(), HOLDS + DEAD_LETTERS, since + "/");
        webhook.answers("/hook", ScriptedResponse.status(200));
    }

    /** B-OUT: its time to live goes on, as on probation. */
    @Test
    void anEventThatExpiresMeanwhileIsDeadLettered() {
        subscribe(PAUSED + DEAD_LETTERS);
        var now = bench.now().wall();
        bench.deliver(
                RetryState.START.deferred(LastOutcome.PROBATION, now),
                EventSchema.EVENT_GRID,
                "{}",
                now.minus(Duration.ofDays(1)));
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.deadLetters()))
                .singleElement()
                .satisfies(delivery -> assertThat(delivery.retryState().last())
                        .isEqualTo(new LastAttempt(LastOutcome.PROBATION, null, null)));
        assertThat(webhook.requests()).isEmpty();
    }

    /** On probation it stays so: a pause sends no probe. */
    @Test
    void aPausedSubscriptionSendsNoProbe() {
        subscribe("");
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(200));
        bench.deliver();
        await().until(bench::settled);
        subscribe(PAUSED);
        bench.moveClock(ofSeconds(10));
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(1);
        assertThat(bench.counted("tidings.probation")).isOne();
        subscribe("");
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(2);
        assertThat(bench.counted("tidings.probation")).isZero();
    }

    /** B-GONE: the report is about the subscription as the request knew it, however it is when the response comes. */
    @Test
    void anEndpointThatIsGoneIsReportedForTheVersionThatTheRequestWasSentFor() {
        var changed = new CountDownLatch(1);
        subscribe(PAUSES_WHAT_IS_GONE);
        webhook.answers("/hook", ScriptedResponse.after(changed, 410));
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 1;
        });
        subscribe(PAUSES_WHAT_IS_GONE);
        changed.countDown();
        await().until(bench::settled);
        bench.written.standings();

        var report = bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().gone();
        assertThat(report).isNotNull();
        assertThat(report.version()).isZero();
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .singleElement()
                .satisfies(
                        delivery -> assertThat(delivery.retryState().attempts()).isZero());
        assertThat(bench.counted("tidings.deferred", "reason", "Paused")).isOne();
    }

    private void subscribe(String properties) {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", properties);
    }
}
