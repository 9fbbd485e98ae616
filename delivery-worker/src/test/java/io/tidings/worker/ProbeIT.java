package io.tidings.worker;

import static io.tidings.worker.ProbationBench.THRESHOLD;
import static io.tidings.worker.ProbationBench.TICK;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-3 at a scripted endpoint with a moved clock: what ends probation, and what waits for that. */
class ProbeIT {
    private final ProbationBench probation = new ProbationBench();
    private final Receiver receiver = probation.receiver();
    private final DispatchBench bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    @Test
    void oneProbeIsSentAndWhatIsDueWaitsForItsAnswer() {
        try (var wide =
                new DispatchBench(Map.of("probation.threshold", "1", "worker.max.in.flight.per.subscription", "6"))) {
            wide.subscribe("uid", receiver.uri("/hook").toString(), "");
            receiver.answers("/hook", Answer.status(503), Answer.hang());
            wide.deliver();
            await().until(wide::settled);
            wide.moveClock(ofSeconds(10));
            for (int i = 0; i < 5; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests().size() == 2;
            });
            for (int i = 0; i < 50; i++) {
                wide.turn();
            }
            assertThat(receiver.requests()).hasSize(2);
            assertThat(wide.partition.inFlight()).isOne();
        }
    }

    @Test
    void aProbeThatIsTakenLetsEverythingThrough() {
        probation.begin(503);
        receiver.answers("/hook", Answer.status(200));
        bench.moveClock(ofSeconds(10));
        for (int i = 0; i < 20; i++) {
            bench.deliver();
        }
        int parked = bench.partition.parks().size();
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 20);
        assertThat(bench.partition.parks()).hasSize(parked);
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
        assertThat(receiver.requests()).hasSize(THRESHOLD + 1);
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
        receiver.answers("/hook", Answer.status(413), Answer.status(200));
        bench.moveClock(ofSeconds(10));
        bench.deliver();
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 2);
    }

    /** What exceeds the bounds of a subscription behind a probe. */
    @Test
    void whatHasNoRoomBehindAProbeIsPutOffByTenSeconds() {
        try (var small =
                new DispatchBench(Map.of("probation.threshold", "1", "worker.max.queued.per.subscription", "2"))) {
            small.subscribe("uid", receiver.uri("/hook").toString(), "");
            receiver.answers("/hook", Answer.status(503), Answer.hang());
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
                    .allSatisfy(delivery -> assertThat(
                                    small.now().wall().until(delivery.retryState().due(), ChronoUnit.MILLIS))
                            .isCloseTo(10_000L, within(1_000L)));
            assertThat(small.dispatch.roomFor(small.partition)).isTrue();
        }
    }
}
