package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.lane.Lanes;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-LANE-1 on a real broker: two workers, each with one of the two lanes of a subscription. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class LanesIT {
    private static final Map<String, String> SETTINGS = Map.of("probation.threshold", "3");
    private static final int HOME = Lanes.home(WorkerFixture.key("billing"), 2);
    private static final int OTHER = 1 - HOME;

    private static final Duration PROMISED = Duration.ofSeconds(1);

    /** The machine of a test may have other tests beside it, and stand still. */
    private static final Duration BUSY = Duration.ofMinutes(1);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aLaneTellsTheOtherThatProbationBeganAndEnded() {
        tellsTheOther(BUSY);
    }

    /** On a machine without other tests. */
    @Test
    @Tag("long")
    void aLaneTellsTheOtherWithinASecond() {
        tellsTheOther(PROMISED);
    }

    /** The other lane has no deliveries of its own to learn from. */
    private void tellsTheOther(Duration told) {
        webhook.answers(
                "/hook",
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "lanes-told", 2, 0.04)) {
            bench.subscribe("billing", "/hook", ", \"tidings\": {\"lanes\": 2}");
            try (var _ = bench.readyWorker("one", SETTINGS);
                    var _ = bench.readyWorker("two", SETTINGS)) {
                deliver(bench, HOME, 0, 3);
                var began = decided(bench, health -> health.probation() != null, told);
                assertThat(began.probation().length()).isEqualTo(Duration.ofSeconds(12));
                var until = began.probation().until();
                decided(
                        bench,
                        health ->
                                health.probation() == null && !health.decided().isBefore(until),
                        told);
                assertThat(webhook.requests("/hook").get(3).received()).isAfterOrEqualTo(until);
                deliver(bench, OTHER, 3, 1);
                bench.awaitRequests("/hook", 3 + 3 + 1);
            }
        }
    }

    @Test
    void aLaneThatNeverFailedSendsNothingDuringAProbationOfTheOther() {
        webhook.answers(
                "/hook",
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "lanes-silent", 2, 0.04)) {
            bench.subscribe("billing", "/hook", ", \"tidings\": {\"lanes\": 2}");
            try (var _ = bench.readyWorker("one", SETTINGS);
                    var _ = bench.readyWorker("two", SETTINGS)) {
                deliver(bench, HOME, 0, 3);
                Probation probation = decided(bench, health -> health.probation() != null, BUSY)
                        .probation();
                deliver(bench, OTHER, 3, 20);
                bench.awaitRequests("/hook", 3 + 3 + 20);
                assertThat(webhook.requests("/hook").get(3).received()).isAfterOrEqualTo(probation.until());
            }
        }
    }

    private static void deliver(WorkerFixture bench, int partition, int from, int count) {
        for (int number = from; number < from + count; number++) {
            var delivery = WorkerFixture.delivery("billing", number, 0, RetryState.START);
            bench.write(WorkerFixture.record(bench.topics().deliveries(), partition, delivery));
        }
    }

    /**
     * Waits until both lanes have written the same decision, which a later one may have followed by then.
     *
     * @param told the longest time from the first one to the other
     */
    private static EndpointHealth decided(WorkerFixture bench, Predicate<EndpointHealth> wanted, Duration told) {
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(first(bench, HOME, wanted))
                    .as("written by the lane that failed")
                    .isPresent();
            assertThat(first(bench, OTHER, wanted)).isPresent();
        });
        var home = first(bench, HOME, wanted).orElseThrow();
        var other = first(bench, OTHER, wanted).orElseThrow();
        assertThat(other.decided()).isEqualTo(home.decided());
        assertThat(Duration.between(home.changed(), other.changed())).isBetween(Duration.ZERO, told);
        return home;
    }

    private static Optional<EndpointHealth> first(
            WorkerFixture bench, int partition, Predicate<EndpointHealth> wanted) {
        return written(bench, partition).stream()
                .filter(each -> each.decided() != null && wanted.test(each))
                .findFirst();
    }

    private static List<EndpointHealth> written(WorkerFixture bench, int partition) {
        return bench.records(bench.topics().probation()).stream()
                .filter(record -> record.partition() == partition)
                .filter(record -> !RecoveryTable.isKey(new String(record.key(), UTF_8)))
                .map(WorkerFixture::health)
                .toList();
    }
}
