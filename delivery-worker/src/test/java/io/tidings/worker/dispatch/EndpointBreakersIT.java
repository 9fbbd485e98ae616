package io.tidings.worker.dispatch;

import static io.tidings.worker.dispatch.ProbationFixture.THRESHOLD;
import static io.tidings.worker.dispatch.ProbationFixture.TICK;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-4: the health of an endpoint is written down for the next owner. */
class EndpointBreakersIT {
    private final ProbationFixture probation = new ProbationFixture();
    private final ScriptedWebhook webhook = probation.receiver();
    private final DispatcherFixture bench = probation.dispatch();

    @AfterEach
    void close() {
        probation.close();
    }

    @Test
    void theNextOwnerKnowsTheHealthOfTheEndpoint() {
        probation.begin(404);
        var until = probation.until();
        try (var next = ProbationFixture.anotherDispatch()) {
            next.written.takeOver(bench.written.standings());
            next.subscribe("uid", webhook.uri("/hook").toString(), "");
            next.deliver();
            next.deliver();
            await().until(next::settled);
            assertThat(webhook.requests()).hasSize(THRESHOLD);
            assertThat(next.parked(next.topics.retry(RetryTier.ONE_MINUTE)))
                    .hasSize(2)
                    .allSatisfy(
                            delivery -> assertThat(delivery.retryState().due()).isCloseTo(until, TICK));
        }
    }

    /** Mere numbers at most once a second. */
    @Test
    void aChangeOfHealthIsWrittenAtOnceAndNumbersNowAndThen() {
        probation.begin(404); // numbers were written with the first failure, a moment ago
        assertThat(bench.written.standings()).isNotEmpty();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNotNull();
        for (int i = 0; i < 5; i++) {
            bench.deliver();
            bench.turn();
        }
        assertThat(bench.written.standings()).isEmpty();
        bench.moveClock(ofSeconds(1));
        bench.turn();
        assertThat(bench.written.standings()).hasSize(1);
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().deferred())
                .isEqualTo(5);
        webhook.answers("/hook", ScriptedResponse.status(200));
        bench.moveClock(ofMinutes(5));
        bench.deliver();
        await().until(bench::settled);
        bench.written.standings();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-SUB-5. */
    @Test
    void theHealthOfADeletedSubscriptionIsDeleted() {
        probation.begin(404);
        bench.written.standings();
        bench.unsubscribe();
        bench.deliver();
        await().until(bench::settled);
        assertThat(bench.written.standings()).singleElement().satisfies(tombstone -> {
            assertThat(tombstone.value()).isNull();
            assertThat(tombstone.partition()).isEqualTo(3);
        });
        assertThat(bench.registry.find("tidings.probation").meters()).isEmpty();
    }
}
