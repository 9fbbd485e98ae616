package io.tidings.worker.dispatch;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-PROFILE-2 and B-PROFILE-3: subscriptions of one worker, each with a response timeout of its own. */
class ResponseTimeoutIT {
    private static final SubscriptionKey QUICK = new SubscriptionKey("orders", "quick");
    private static final SubscriptionKey USUAL = new SubscriptionKey("orders", "usual");
    private static final SubscriptionKey PATIENT = new SubscriptionKey("orders", "patient");
    private static final SubscriptionKey EDGE = new SubscriptionKey("orders", "edge");

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("worker.response.timeout", "30s"));

    @BeforeEach
    void subscribe() {
        webhook.answers("/hook", ScriptedResponse.hang());
        subscribe(QUICK, "\"responseTimeout\":\"PT5S\"");
        subscribe(USUAL, "");
        subscribe(PATIENT, "\"responseTimeout\":\"PT2M\"");
        subscribe(EDGE, "\"preset\":\"event-grid-edge\",\"schedule\":[\"PT10S\"]");
    }

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void everyAttemptTimesOutAfterTheTimeoutOfItsSubscription() {
        List.of(PATIENT, EDGE, USUAL, QUICK).forEach(this::send);
        assertThat(timedOutAfter(ofSeconds(4))).isEmpty();
        assertThat(timedOutAfter(ofSeconds(1))).containsExactly("quick");
        assertThat(timedOutAfter(ofSeconds(24))).containsExactly("quick");
        assertThat(timedOutAfter(ofSeconds(1))).containsExactlyInAnyOrder("quick", "usual");
        assertThat(timedOutAfter(ofSeconds(30))).containsExactlyInAnyOrder("quick", "usual", "edge");
        assertThat(timedOutAfter(ofSeconds(59))).hasSize(3);
        assertThat(timedOutAfter(ofSeconds(1))).containsExactlyInAnyOrder("quick", "usual", "edge", "patient");
    }

    @Test
    void aChangeOfTheTimeoutHoldsFromTheNextRequest() {
        send(QUICK);
        subscribe(QUICK, "\"responseTimeout\":\"PT1M\"");
        assertThat(timedOutAfter(ofSeconds(5))).containsExactly("quick");
        send(QUICK);
        assertThat(timedOutAfter(ofSeconds(59))).hasSize(1);
        assertThat(timedOutAfter(ofSeconds(1))).hasSize(2);
    }

    /** B-DEL-4. */
    @Test
    void theLateWindowCountsFromTheRequestWhateverItsTimeoutWas() {
        send(PATIENT);
        bench.moveClock(ofSeconds(10));
        send(QUICK);
        assertThat(timedOutAfter(ofSeconds(5))).containsExactly("quick");
        assertThat(timedOutAfter(ofSeconds(105))).containsExactlyInAnyOrder("quick", "patient");
        bench.moveClock(ofSeconds(60));
        await().until(() -> {
            bench.turn();
            return aborted(PATIENT) == 1;
        });
        assertThat(aborted(QUICK)).as("ten seconds are left").isZero();
        bench.moveClock(ofSeconds(10));
        await().until(() -> {
            bench.turn();
            return aborted(QUICK) == 1;
        });
    }

    private void subscribe(SubscriptionKey key, String retry) {
        bench.subscribe(key, "uid", webhook.uri("/hook").toString(), "", """
            ,"tidings":{"retry":{%s}}\
            """.formatted(retry));
    }

    private void send(SubscriptionKey key) {
        int before = webhook.requests().size();
        bench.deliver(key, bench.partition, "{}");
        await().pollDelay(ZERO).until(() -> {
            bench.turn();
            return webhook.requests().size() == before + 1;
        });
    }

    /** The names of the subscriptions whose attempts have timed out until then. */
    private List<String> timedOutAfter(Duration time) {
        bench.moveClock(time);
        bench.turn();
        return bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)).stream()
                .map(delivery -> delivery.subscription().name())
                .toList();
    }

    private double aborted(SubscriptionKey key) {
        return bench.counted("tidings.delivery.attempt.fail", "outcome", "Aborted", "subscription", key.name());
    }
}
