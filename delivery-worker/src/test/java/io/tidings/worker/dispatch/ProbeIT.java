package io.tidings.worker.dispatch;

import static io.tidings.worker.dispatch.ProbationFixture.THRESHOLD;
import static io.tidings.worker.dispatch.ProbationFixture.TICK;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-3 at a scripted endpoint with a moved clock: what ends probation, and what waits for that. */
class ProbeIT {
    private final ProbationFixture probation = new ProbationFixture();
    private final ScriptedWebhook webhook = probation.receiver();
    private final DispatcherFixture bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    @Test
    void oneProbeIsSentAndOtherDueDeliveriesWaitForItsResponse() {
        try (var wide = new DispatcherFixture(
                Map.of("probation.threshold", "1", "worker.max.in.flight.per.subscription", "6"))) {
            wide.subscribe("uid", webhook.uri("/hook").toString(), "");
            webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.hang());
            wide.deliver();
            await().until(wide::settled);
            wide.moveClock(ofSeconds(10));
            for (int i = 0; i < 5; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return webhook.requests().size() == 2;
            });
            for (int i = 0; i < 50; i++) {
                wide.turn();
            }
            assertThat(webhook.requests()).hasSize(2);
            assertThat(wide.partition.inFlight()).isOne();
        }
    }

    @Test
    void aProbeThatIsTakenLetsEverythingThrough() {
        probation.begin(503);
        webhook.answers("/hook", ScriptedResponse.status(200));
        bench.moveClock(ofSeconds(10));
        for (int i = 0; i < 20; i++) {
            bench.deliver();
        }
        int parked = bench.parks().size();
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD + 20);
        assertThat(bench.parks()).hasSize(parked);
        assertThat(bench.counted("tidings.probation")).isZero();
    }

    /** B-PROB-1. */
    @Test
    void aProbeThatFailsDoublesProbationAndPutsOffWhatWaited() {
        probation.begin(503);
        bench.moveClock(ofSeconds(10));
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD + 1);
        assertThat(bench.now().wall().until(probation.until(), ChronoUnit.MILLIS))
                .isCloseTo(20_000L, within(2_000L));
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .filteredOn(delivery -> delivery.retryState().attempts() == 0)
                .hasSize(3)
                .allSatisfy(delivery -> assertThat(delivery.retryState().due()).isCloseTo(probation.until(), TICK));
    }

    /** The endpoint is there, the event is bad. */
    @Test
    void aProbeWithABadEventEndsProbation() {
        probation.begin(503);
        webhook.answers("/hook", ScriptedResponse.status(413), ScriptedResponse.status(200));
        bench.moveClock(ofSeconds(10));
        bench.deliver();
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(THRESHOLD + 2);
    }

    /** What exceeds the bounds of a subscription behind a probe. */
    @Test
    void theExcessBehindAProbeIsDeferredByTenSeconds() {
        try (var small =
                new DispatcherFixture(Map.of("probation.threshold", "1", "worker.max.queued.per.subscription", "2"))) {
            small.subscribe("uid", webhook.uri("/hook").toString(), "");
            webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.hang());
            small.deliver();
            await().until(small::settled);
            small.moveClock(ofSeconds(10));
            for (int i = 0; i < 6; i++) {
                small.deliver();
            }
            small.turn();
            assertThat(small.parked(small.topics.retry(RetryTier.TEN_SECONDS)))
                    .filteredOn(delivery -> delivery.retryState().attempts() == 0)
                    .hasSize(3)
                    .allSatisfy(delivery -> assertThat(small.now()
                                    .wall()
                                    .until(delivery.retryState().due(), ChronoUnit.MILLIS))
                            .isCloseTo(10_000L, within(1_000L)));
            assertThat(small.dispatcher.roomFor(small.partition)).isTrue();
        }
    }
}
