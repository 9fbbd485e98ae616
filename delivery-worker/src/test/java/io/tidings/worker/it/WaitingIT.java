package io.tidings.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** B-RETRY-1, B-RETRY-3 and B-PROFILE-1 on a real broker: a retry comes when it is due. */
@Isolated("it compares times of some milliseconds")
@Timeout(400)
class WaitingIT {
    private static final int EVENTS = 10;
    private static final Duration APART = Duration.ofMillis(100);
    /** The time that a retry has before its control. */
    private static final Duration START = Duration.ofMillis(100);

    private static final int HOPPING = 9;
    private static final double SCALE = 0.05;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aRetryIsNeverEarlyAndHardlyLate() {
        webhook.answersPerEvent(
                "/hook",
                ScriptedResponse.status(500),
                ScriptedResponse.status(503),
                ScriptedResponse.status(500),
                ScriptedResponse.status(200));
        assertNeverEarlyAndHardlyLate("exact", "", "0", List.of(500L, 1500L, 3000L));
    }

    /** B-PROFILE-1: steps that no tier has. */
    @Test
    void anOwnScheduleIsNeverEarlyAndHardlyLate() {
        webhook.answersPerEvent(
                "/hook",
                ScriptedResponse.status(500),
                ScriptedResponse.status(500),
                ScriptedResponse.status(500),
                ScriptedResponse.status(200));
        var profile = """
            ,"tidings":{"retry":{"schedule":["PT14S","PT24S"],"jitter":0}}\
            """;
        assertNeverEarlyAndHardlyLate("own-schedule", profile, "1", List.of(700L, 1200L, 1200L));
    }

    /**
     * @param properties of the subscription besides its destination, each with a comma before it
     * @param waits in milliseconds
     */
    private void assertNeverEarlyAndHardlyLate(String prefix, String properties, String jitter, List<Long> waits) {
        try (var bench = WorkerFixture.on(webhook, prefix, 1, SCALE);
                var controls = ControlDeliveries.start(webhook, prefix + "-control", SCALE)) {
            long read = bench.subscribe("billing", "/hook", properties);
            var settings = Map.of(
                    "retry.jitter", jitter,
                    "probation.threshold", "1000",
                    "purge.delivered", "false",
                    "worker.commit.interval", "10ms"); // as fast as time is
            try (var _ = bench.readyWorker("one", settings)) {
                for (int number = 0; number < EVENTS; number++) {
                    // One after the other: what comes due in the same moment is late together.
                    bench.write(WorkerFixture.record(
                            bench.topics().deliveries(),
                            null,
                            WorkerFixture.delivery("billing", number, read, RetryState.START)));
                    var event = "billing-" + number;
                    await().pollDelay(APART)
                            .until(() -> !bench.requests("/hook", event).isEmpty());
                }
                bench.awaitRequests("/hook", 4 * EVENTS);
            }
            assertThat(earliest(bench, waits)).as("earliest in ms").isNotNegative();
            var dues = dueTimes(bench);
            assertThat(dues).hasSize(EVENTS * waits.size());
            assertMostComeBeforeTheirControls(bench, controls, dues);
        }
    }

    /** How late the earliest retry is, in milliseconds. */
    private static long earliest(WorkerFixture bench, List<Long> waits) {
        long earliest = Long.MAX_VALUE;
        for (int event = 0; event < EVENTS; event++) {
            var requests = bench.requests("/hook", "billing-" + event);
            for (int i = 0; i < waits.size(); i++) {
                var wait = Duration.between(
                        requests.get(i).received(), requests.get(i + 1).received());
                earliest = Math.min(earliest, wait.toMillis() - waits.get(i));
            }
        }
        return earliest;
    }

    /**
     * A retry that is not late needs only to be sent, while its control, which is written a little after the retry's
     * time, has to be committed and read before. On a busy machine both wait for the same processors for longer than
     * that, so either may come first: were the control written at the retry's time, there would be as many of one as of
     * the other. With its start most retries come first unless they are late by as much.
     */
    private static void assertMostComeBeforeTheirControls(
            WorkerFixture bench, ControlDeliveries controls, Map<Retry, Instant> dues) {
        int before = 0;
        var lateness = new ArrayList<String>();
        for (var retry : dues.entrySet()) {
            var received = bench.requests("/hook", retry.getKey().event())
                    .get(retry.getKey().attempts())
                    .received();
            var control = controls.arrivalOfFirstWrittenAfter(retry.getValue().plus(START));
            before += received.isAfter(control) ? 0 : 1;
            lateness.add(retry.getKey().attempts() + ": "
                    + Duration.between(retry.getValue(), received).toMillis() + "/"
                    + Duration.between(retry.getValue(), control).toMillis());
        }
        assertThat(before)
                .as(
                        "retries that came before a new delivery written after their time; attempt: ms late/ms of the"
                                + " new one: %s",
                        lateness)
                .isGreaterThan(dues.size() / 2);
    }

    /** @param attempts of the requests with the event that came before */
    private record Retry(String event, int attempts) {}

    private static Map<Retry, Instant> dueTimes(WorkerFixture bench) {
        var times = new HashMap<Retry, Instant>();
        for (var tier : RetryTier.values()) {
            for (var delivery : bench.deliveries(bench.topics().retry(tier))) {
                var state = delivery.retryState();
                times.put(new Retry(delivery.event().id(), state.attempts()), state.due());
            }
        }
        return times;
    }

    @Test
    void aLongWaitIsMadeOfHopsWhichAreNoAttempts() {
        try (var bench = WorkerFixture.on(webhook, "hops", 1, SCALE);
                var controls = ControlDeliveries.start(webhook, "hops-control", SCALE)) {
            long read = bench.subscribe("billing", "/hook");
            var places = new ArrayList<RetryState>();
            var dues = new HashMap<Retry, Instant>();
            try (var _ =
                    bench.readyWorker("one", Map.of("purge.delivered", "false", "worker.commit.interval", "10ms"))) {
                for (int number = 0; number < HOPPING; number++) {
                    // Longer than a machine stands still, or the last hop would be shorter than a minute.
                    var due = Instant.now().plusSeconds(12).plusMillis(300L * number);
                    dues.put(new Retry("billing-" + number, 0), due);
                    places.add(new RetryState(2, 0, due, new LastAttempt(LastOutcome.BUSY, 503, Instant.now())));
                    bench.write(WorkerFixture.record(
                            bench.topics().retry(RetryTier.TEN_SECONDS),
                            0,
                            WorkerFixture.delivery("billing", number, read, places.getLast())));
                }
                bench.awaitRequests("/hook", HOPPING);
            }
            for (int number = 0; number < HOPPING; number++) {
                var request = bench.requests("/hook", "billing-" + number).getFirst();
                assertThat(request.header("aeg-delivery-count")).containsExactly("2");
                assertThat(request.received())
                        .isAfterOrEqualTo(places.get(number).due());
            }
            assertMostComeBeforeTheirControls(bench, controls, dues);
            assertThat(bench.deliveries(bench.topics().retry(RetryTier.ONE_MINUTE)))
                    .extracting(Delivery::retryState)
                    .hasSameElementsAs(places); // more than one hop, if it was early
        }
    }
}
