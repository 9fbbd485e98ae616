package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.testbed.Answer;
import io.tidings.testbed.ReceivedRequest;
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
    private static final Duration SOON = Duration.ofSeconds(30);

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
        try (var bench = WorkerBench.on("exact", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            bench.deliver("orders", "billing", 10);
            var settings = Map.of(
                    "retry.jitter", "0",
                    "probation.threshold", "1000",
                    "worker.commit.interval", "10ms"); // as fast as time is
            try (var _ = bench.worker("one", settings)) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(40));
            }
        }
        var lateness = new ArrayList<Long>();
        for (int event = 0; event < 10; event++) {
            var requests = requestsOf("/hook", "billing-" + event);
            for (int i = 0; i < waits.size(); i++) {
                lateness.add(Duration.between(
                                        requests.get(i).received(),
                                        requests.get(i + 1).received())
                                .toMillis()
                        - waits.get(i));
            }
        }
        Collections.sort(lateness);
        assertThat(lateness.getFirst()).as("earliest").isNotNegative();
        // Of all but a few: the machine that tests may be busy with something else for a moment.
        assertThat(lateness.get(lateness.size() * 8 / 10)).as("late in ms").isLessThanOrEqualTo(250);
    }

    @Test
    void aLongWaitIsMadeOfHopsWhichAreNoAttempts() {
        try (var bench = WorkerBench.on("hops", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            var due = Instant.now().plusSeconds(6);
            var place = new LadderPlace(2, 0, due, new LastAttempt(LastOutcome.BUSY, 503, Instant.now()));
            bench.write(WorkerBench.record(
                    bench.topics().retry(RetryTier.TEN_SECONDS),
                    0,
                    WorkerBench.delivery("orders", "billing", 0, 1, place)));
            try (var _ = bench.worker("one", Map.of("purge.delivered", "false"))) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(1));
            }
            var request = receiver.requests("/hook").getFirst();
            assertThat(request.received()).isBetween(due, due.plusSeconds(1));
            assertThat(count(request)).isEqualTo("2");
            assertThat(bench.deliveries(bench.topics().retry(RetryTier.ONE_MINUTE)))
                    .singleElement()
                    .satisfies(hop -> assertThat(hop.place()).isEqualTo(place));
        }
    }

    private List<ReceivedRequest> requestsOf(String path, String event) {
        return receiver.requests(path).stream()
                .filter(request -> request.text().contains("\"" + event + "\""))
                .toList();
    }

    private static String count(ReceivedRequest request) {
        return request.header("aeg-delivery-count").getFirst();
    }
}
