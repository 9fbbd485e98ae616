package io.tidings.worker;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-RETRY-6 at a scripted endpoint: what was queued stays queued while nothing may be sent. */
class StartPermitIT {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int WARM = 8;

    private final Receiver receiver = Receiver.start();
    private final Uncommitted<OwnedPartition> uncommitted = new Uncommitted<>();
    private final StartPermit permit = new StartPermit(SESSION, PATIENCE, uncommitted, new Moment(NOON, 0));
    private final DispatchBench bench = new DispatchBench(
            Map.of("worker.max.in.flight.per.subscription", "64", "worker.max.queued.per.subscription", "2"),
            NoTrail.INSTANCE,
            permit);

    @BeforeEach
    void subscribe() {
        bench.subscribe("uid", receiver.uri("/hook").toString(), "");
        bench.warmUp(WARM);
    }

    @AfterEach
    void close() {
        bench.close();
        receiver.close();
    }

    @Test
    void aWorkerThatWasFrozenSendsNothingUntilItsOwnershipIsConfirmed() {
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        bench.moveClock(Duration.ofSeconds(12));
        bench.turn();
        assertThat(permit.findsHole(bench.now())).isTrue();
        bench.turn();
        assertThat(bench.partition.inFlight()).isZero();
        assertThat(bench.partition.parks()).as("nothing is put off for it").isEmpty();
        permit.confirmed();
        await().until(bench::settled);
        assertThat(receiver.requests("/hook")).hasSize(WARM + 4);
        assertThat(bench.partition.parks()).isEmpty();
    }

    @Test
    void aRetryThatIsDueInMemoryWaitsForTheOwnershipToo() {
        bench.partition.ledger().started(100);
        var retry = new Ready(bench.partition, 100, Examples.triedDelivery(1), new byte[1], new byte[1]);
        bench.waitingRoom.add(retry, Duration.ofSeconds(5), retry.bytes(), bench.now());
        bench.moveClock(Duration.ofSeconds(12));
        permit.findsHole(bench.now());
        bench.turn();
        assertThat(bench.waitingRoom.size()).isZero();
        assertThat(bench.partition.inFlight()).isZero();
        bench.partition.disown();
        bench.dispatch.forgetDisowned();
        permit.confirmed();
        bench.turn();
        assertThat(bench.partition.inFlight())
                .as("it belongs to another worker by now")
                .isZero();
        assertThat(receiver.requests("/hook")).hasSize(WARM);
    }

    @Test
    void anAttemptUnderWayIsNotTimedOutBeforeItsResponseCouldBeRead() {
        var goOn = new CompletableFuture<Answer.Status>();
        receiver.answers("/hook", Answer.computed(_ -> goOn.join()));
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return receiver.requests("/hook").size() > WARM;
        });
        bench.moveClock(Duration.ofSeconds(40));
        permit.findsHole(bench.now());
        bench.turn();
        assertThat(bench.partition.inFlight()).isOne();
        goOn.complete(new Answer.Status(200, Map.of(), ""));
        await().until(() -> {
            bench.turn();
            return bench.partition.inFlight() == 0;
        });
        assertThat(bench.partition.parks()).isEmpty();
    }

    @Test
    void nothingStartsWhileTheOldestResultIsTooOld() {
        uncommitted.finished(bench.now());
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
        uncommitted.cut(List.of(), List.of(), bench.now());
        await().until(bench::settled);
        assertThat(receiver.requests("/hook")).hasSize(WARM + 5);
        assertThat(bench.partition.parks()).as("nothing is put off for it").isEmpty();
    }
}
