package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-RETRY-1 and B-RETRY-3 on a real broker: a retry comes when it is due. */
@Timeout(90)
class WaitingIT {
    private final Receiver receiver = Receiver.start();

    @AfterEach
    void closeReceiver() {
        receiver.close();
    }

    @Test
    void aRetryIsNeverEarlyAndHardlyLate() {
        receiver.answersPerEvent(
                "/hook", Answer.status(500), Answer.status(503), Answer.status(500), Answer.status(200));
        var waits = List.of(500L, 1500L, 3000L);
        var lateness = new ArrayList<Long>();
        try (var bench = WorkerBench.on(receiver, "exact", 1, 0.05)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", 10);
            var settings = Map.of(
                    "retry.jitter", "0",
                    "probation.threshold", "1000",
                    "worker.commit.interval", "10ms"); // as fast as time is
            try (var _ = bench.worker("one", settings)) {
                bench.awaitRequests("/hook", 40);
            }
            for (int event = 0; event < 10; event++) {
                var requests = bench.requests("/hook", "billing-" + event);
                for (int i = 0; i < waits.size(); i++) {
                    var wait = Duration.between(
                            requests.get(i).received(), requests.get(i + 1).received());
                    lateness.add(wait.toMillis() - waits.get(i));
                }
            }
        }
        Collections.sort(lateness);
        assertThat(lateness.getFirst()).as("earliest").isNotNegative();
        // Of all but a few: the machine that tests may be busy with something else for a moment.
        assertThat(lateness.get(lateness.size() * 8 / 10)).as("late in ms").isLessThanOrEqualTo(250);
    }

    @Test
    void aLongWaitIsMadeOfHopsWhichAreNoAttempts() {
        try (var bench = WorkerBench.on(receiver, "hops", 1, 0.05)) {
            bench.subscribe("billing", "/hook");
            var due = Instant.now().plusSeconds(6);
            var place = new LadderPlace(2, 0, due, new LastAttempt(LastOutcome.BUSY, 503, Instant.now()));
            bench.write(WorkerBench.record(
                    bench.topics().retry(RetryTier.TEN_SECONDS), 0, WorkerBench.delivery("billing", 0, 1, place)));
            try (var _ = bench.worker("one", Map.of("purge.delivered", "false"))) {
                bench.awaitRequests("/hook", 1);
            }
            var request = receiver.requests("/hook").getFirst();
            assertThat(request.received()).isBetween(due, due.plusSeconds(1));
            assertThat(request.header("aeg-delivery-count")).containsExactly("2");
            assertThat(bench.deliveries(bench.topics().retry(RetryTier.ONE_MINUTE)))
                    .singleElement()
                    .satisfies(hop -> assertThat(hop.place()).isEqualTo(place));
        }
    }
}
