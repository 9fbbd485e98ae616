package io.tidings.worker.dispatch;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-1, B-PROB-4: another endpoint of a subscription is not blamed for what its former one did. */
class NewEndpointIT {
    private final ProbationFixture probation = new ProbationFixture();
    private final ScriptedWebhook webhook = probation.receiver();
    private final DispatcherFixture bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    /** B-PROB-1: a new endpoint has done nothing wrong. */
    @Test
    void anotherEndpointBeginsAnew() {
        probation.begin(404);
        bench.subscribe("uid", webhook.uri("/other").toString(), "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests("/other")).isNotEmpty();
        bench.written.standings();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-PROB-4: what is written down is of the former one. */
    @Test
    void theNextOwnerBeginsAnewWithAnotherEndpoint() {
        probation.begin(404);
        try (var next = ProbationFixture.anotherDispatch()) {
            next.written.takeOver(bench.written.standings());
            next.subscribe("uid", webhook.uri("/new").toString(), "");
            next.deliver();
            await().until(next::settled);
            assertThat(webhook.requests("/new")).hasSize(1);
        }
    }

    /** B-PROB-1: responses of the old endpoint when there is a new one. */
    @Test
    void attemptsOnTheOldEndpointSayNothingAboutTheNewOne() {
        try (var wide = new DispatcherFixture(
                Map.of("probation.threshold", "3", "worker.max.in.flight.per.subscription", "4"))) {
            wide.subscribe("uid", webhook.uri("/old").toString(), "");
            wide.warmUp(3);
            webhook.answers("/old", ScriptedResponse.hang());
            for (int i = 0; i < 3; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return webhook.requests("/old").size() == 3 + 3;
            });
            wide.subscribe("uid", webhook.uri("/new").toString(), "");
            wide.deliver();
            await().until(() -> {
                wide.turn();
                return webhook.requests("/new").size() == 1 && wide.partition.inFlight() == 3;
            });
            wide.moveClock(ofSeconds(31));
            await().until(wide::settled);
            assertThat(wide.counted("tidings.probation")).isZero();
            assertThat(wide.breakers.known(Examples.LANE).pristine()).isTrue();
            wide.warmUp(3);
            webhook.answers("/new", ScriptedResponse.hang());
            for (int i = 0; i < 9; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return webhook.requests("/new").size() == 1 + 3 + 4;
            });
            assertThat(wide.partition.inFlight()).as("no more than the bound").isEqualTo(4);
        }
    }
}
