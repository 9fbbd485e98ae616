package io.tidings.worker;

import static io.tidings.worker.ProbationBench.THRESHOLD;
import static io.tidings.worker.ProbationBench.TICK;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-4: how an endpoint stands is written down, for whoever is next. */
class StandingsIT {
    private final ProbationBench probation = new ProbationBench();
    private final Receiver receiver = probation.receiver();
    private final DispatchBench bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    @Test
    void theNextOwnerKnowsHowTheEndpointStands() {
        probation.begin(404);
        var until = probation.until();
        try (var next = ProbationBench.anotherDispatch()) {
            next.takesOver(bench.standingsWritten());
            next.subscribe("uid", receiver.uri("/hook").toString(), "");
            next.deliver();
            next.deliver();
            await().until(next::settled);
            assertThat(receiver.requests()).hasSize(THRESHOLD);
            assertThat(next.parked(next.topics.retry(RetryTier.ONE_MINUTE)))
                    .hasSize(2)
                    .allSatisfy(delivery -> assertThat(delivery.retryState().due()).isCloseTo(until, TICK));
        }
    }

    /** Mere numbers at most once a second. */
    @Test
    void aChangeOfStandingIsWrittenAtOnceAndNumbersNowAndThen() {
        probation.begin(404); // numbers were written with the first failure, a moment ago
        assertThat(bench.standingsWritten()).isNotEmpty();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNotNull();
        for (int i = 0; i < 5; i++) {
            bench.deliver();
            bench.turn();
        }
        assertThat(bench.standingsWritten()).isEmpty();
        bench.moveClock(ofSeconds(1));
        bench.turn();
        assertThat(bench.standingsWritten()).hasSize(1);
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().deferred())
                .isEqualTo(5);
        receiver.answers("/hook", Answer.status(200));
        bench.moveClock(ofMinutes(5));
        bench.deliver();
        await().until(bench::settled);
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-SUB-5. */
    @Test
    void aSubscriptionThatIsGoneLeavesNoStanding() {
        probation.begin(404);
        bench.standingsWritten();
        bench.unsubscribe();
        bench.deliver();
        await().until(bench::settled);
        assertThat(bench.standingsWritten()).singleElement().satisfies(tombstone -> {
            assertThat(tombstone.value()).isNull();
            assertThat(tombstone.partition()).isEqualTo(3);
        });
        assertThat(bench.registry.find("tidings.probation").meters()).isEmpty();
    }
}
