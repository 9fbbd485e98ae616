package io.tidings.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-1, B-PROB-4: another endpoint of a subscription is not blamed for what its former one did. */
class NewEndpointIT {
    private final ProbationBench probation = new ProbationBench();
    private final Receiver receiver = probation.receiver();
    private final DispatchBench bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    /** B-PROB-1: a new endpoint has done nothing wrong. */
    @Test
    void anotherEndpointBeginsAnew() {
        probation.begin(404);
        bench.subscribe("uid", receiver.uri("/other").toString(), "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests("/other")).isNotEmpty();
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-PROB-4: what is written down is of the former one. */
    @Test
    void theNextOwnerBeginsAnewWithAnotherEndpoint() {
        probation.begin(404);
        try (var next = ProbationBench.anotherDispatch()) {
            next.takesOver(bench.standingsWritten());
            next.subscribe("uid", receiver.uri("/new").toString(), "");
            next.deliver();
            await().until(next::settled);
            assertThat(receiver.requests("/new")).hasSize(1);
        }
    }

    /** B-PROB-1: what the old endpoint answers when there is a new one. */
    @Test
    void whatWasSentToTheOldEndpointSaysNothingOfTheNewOne() {
        try (var wide =
                new DispatchBench(Map.of("probation.threshold", "3", "worker.max.in.flight.per.subscription", "4"))) {
            wide.subscribe("uid", receiver.uri("/old").toString(), "");
            wide.warmUp(3);
            receiver.answers("/old", Answer.hang());
            for (int i = 0; i < 3; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests("/old").size() == 3 + 3;
            });
            wide.subscribe("uid", receiver.uri("/new").toString(), "");
            wide.deliver();
            await().until(() -> {
                wide.turn();
                return receiver.requests("/new").size() == 1 && wide.partition.inFlight() == 3;
            });
            wide.moveClock(ofSeconds(31));
            await().until(wide::settled);
            assertThat(wide.counted("tidings.probation")).isZero();
            assertThat(wide.standings.known(Examples.BILLING).pristine()).isTrue();
            wide.warmUp(3);
            receiver.answers("/new", Answer.hang());
            for (int i = 0; i < 9; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests("/new").size() == 1 + 3 + 4;
            });
            assertThat(wide.partition.inFlight()).as("no more than the bound").isEqualTo(4);
        }
    }
}
