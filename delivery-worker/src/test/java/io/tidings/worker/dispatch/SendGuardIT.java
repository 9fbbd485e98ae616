package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.ClockReading;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.telemetry.NoDeliveryTracing;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-RETRY-6 at a scripted endpoint: what was queued stays queued while nothing may be sent. */
class SendGuardIT {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int WARM = 8;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final UncommittedAge<String> uncommitted = new UncommittedAge<>();
    private final SendGuard sendGuard = new SendGuard(SESSION, PATIENCE, uncommitted, new ClockReading(NOON, 0));
    private final DispatcherFixture bench = new DispatcherFixture(
            Map.of("worker.max.in.flight.per.subscription", "64", "worker.max.queued.per.subscription", "2"),
            NoDeliveryTracing.INSTANCE,
            sendGuard);

    @BeforeEach
    void subscribe() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        bench.warmUp(WARM);
    }

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void aWorkerThatWasFrozenSendsNothingUntilItsOwnershipIsConfirmed() {
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        bench.moveClock(Duration.ofSeconds(12));
        bench.turn();
        assertThat(sendGuard.tick(bench.now())).isTrue();
        bench.turn();
        assertThat(bench.partition.inFlight()).isZero();
        assertThat(bench.parks()).as("nothing is deferred for it").isEmpty();
        sendGuard.confirmed();
        await().until(bench::settled);
        assertThat(webhook.requests("/hook")).hasSize(WARM + 4);
        assertThat(bench.parks()).isEmpty();
    }

    @Test
    void aRetryThatIsDueInMemoryWaitsForTheOwnershipToo() {
        bench.partition.ledger().started(100);
        var retry = new PolledDelivery(bench.partition, 100, Examples.triedDelivery(1), new byte[1], new byte[1]);
        bench.dueQueue.add(retry, Duration.ofSeconds(5), retry.bytes(), bench.now());
        bench.moveClock(Duration.ofSeconds(12));
        sendGuard.tick(bench.now());
        bench.turn();
        assertThat(bench.dueQueue.size()).isZero();
        assertThat(bench.partition.inFlight()).isZero();
        bench.partition.disown();
        bench.dispatcher.forgetDisowned();
        sendGuard.confirmed();
        bench.turn();
        assertThat(bench.partition.inFlight())
                .as("it belongs to another worker by now")
                .isZero();
        assertThat(webhook.requests("/hook")).hasSize(WARM);
    }

    @Test
    void anAttemptUnderWayIsNotTimedOutBeforeItsResponseCouldBeRead() {
        var goOn = new CompletableFuture<ScriptedResponse.Status>();
        webhook.answers("/hook", ScriptedResponse.computed(_ -> goOn.join()));
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return webhook.requests("/hook").size() > WARM;
        });
        bench.moveClock(Duration.ofSeconds(40));
        sendGuard.tick(bench.now());
        bench.turn();
        assertThat(bench.partition.inFlight()).isOne();
        goOn.complete(new ScriptedResponse.Status(200, Map.of(), ""));
        await().until(() -> {
            bench.turn();
            return bench.partition.inFlight() == 0;
        });
        assertThat(bench.parks()).isEmpty();
    }

    @Test
    void nothingStartsWhileTheOldestResultIsTooOld() {
        uncommitted.finished("one", 0, bench.now());
        bench.deliver();
        bench.turn();
        assertThat(bench.partition.inFlight()).isOne();
        await().until(bench::settled);
        bench.moveClock(PATIENCE);
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        bench.turn();
        assertThat(bench.partition.inFlight()).isZero();
        uncommitted.committed("one", 1);
        await().until(bench::settled);
        assertThat(webhook.requests("/hook")).hasSize(WARM + 5);
        assertThat(bench.parks()).as("nothing is deferred for it").isEmpty();
    }
}
