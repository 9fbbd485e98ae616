package io.tidings.worker.dispatch;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-5 and decisions 1 and 5 at a scripted endpoint: what one takes does not depend on what others take. */
class IsolationIT {
    private static final SubscriptionKey OTHER = new SubscriptionKey("orders", "other");
    private static final String LARGE = "\"" + "x".repeat(200_000) + "\"";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void retriesThatComeDueAllAtOnceDoNotStarveFirstAttempts() {
        try (var bench = bench(Map.of())) {
            for (int i = 0; i < 500; i++) {
                bench.deliver(Examples.BILLING, bench.tier, "\"retry\"");
            }
            for (int i = 0; i < 5; i++) {
                bench.deliver(Examples.BILLING, bench.partition, "\"first\"");
            }
            assertThat(bodiesUntil(bench, "first", 5)).hasSizeLessThanOrEqualTo(12);
        }
    }

    @Test
    void firstAttemptsThatArriveAllAtOnceDoNotStarveRetries() {
        try (var bench = bench(Map.of())) {
            for (int i = 0; i < 500; i++) {
                bench.deliver(Examples.BILLING, bench.partition, "\"first\"");
            }
            for (int i = 0; i < 5; i++) {
                bench.deliver(Examples.BILLING, bench.tier, "\"retry\"");
            }
            assertThat(bodiesUntil(bench, "retry", 5)).hasSizeLessThanOrEqualTo(12);
        }
    }

    @Test
    void retriesThatHaveNoRoomDoNotStopTheReadingOfFirstAttemptsNorTheOtherWayRound() {
        webhook.answers("/hook", ScriptedResponse.hang());
        try (var bench = bench(Map.of("worker.max.queued.per.subscription", "3"))) {
            for (int i = 0; i < 5; i++) {
                bench.deliver(Examples.BILLING, bench.tier, "{}");
            }
            assertThat(bench.dispatcher.roomFor(bench.tier)).isFalse();
            assertThat(bench.dispatcher.roomFor(bench.partition)).isTrue();
            for (int i = 0; i < 5; i++) {
                bench.deliver(Examples.BILLING, bench.partition, "{}");
            }
            assertThat(bench.dispatcher.roomFor(bench.partition)).isFalse();
        }
    }

    @Test
    void theRateOfASubscriptionIsKept() {
        try (var bench = bench(
                Map.of("worker.max.rate.per.subscription", "50", "worker.max.in.flight.per.subscription", "16"))) {
            for (int i = 0; i < 40; i++) {
                bench.deliver();
            }
            // A tenth of a second's worth comes at once, then one more every 20 ms.
            for (int sent = 5; sent < 40; sent++) {
                awaitRest(bench, sent);
                assertThat(bench.dispatcher.untilRested(bench.now()))
                        .hasValueSatisfying(left -> assertThat(left).isBetween(ofMillis(19), ofMillis(20)));
                bench.moveClock(ofMillis(20));
            }
            await().until(bench::settled);
            assertThat(webhook.requests()).hasSize(40);
        }
    }

    @Test
    void hangingRequestsWithLargeEventsLeaveRoomForOthers() {
        try (var bench = bench(Map.of("worker.max.in.flight.mb", "1", "worker.max.in.flight.per.subscription", "16"))) {
            bench.warmUp(9);
            webhook.answers("/hook", ScriptedResponse.hang());
            for (int i = 0; i < 10; i++) {
                bench.deliver(RetryState.START, LARGE);
            }
            bench.subscribe(OTHER, "uid", webhook.uri("/other").toString(), "", "");
            bench.deliver(OTHER, bench.partition, LARGE);
            await().until(() -> {
                bench.turn();
                return webhook.requests("/other").size() == 1
                        && webhook.requests("/hook").size() == 9 + 3;
            });
            for (int i = 0; i < 20; i++) {
                bench.turn();
            }
            assertThat(bench.partition.inFlight()).as("no more than is left").isLessThanOrEqualTo(4);
        }
    }

    /** B-DEL-4: the oldest of those that have timed out give way. */
    @Test
    void timedOutRequestsHoldAQuarterOfTheBytes() {
        try (var bench = bench(Map.of("worker.max.in.flight.mb", "1", "worker.max.in.flight.per.subscription", "16"))) {
            bench.warmUp(1);
            webhook.answers("/hook", ScriptedResponse.hang());
            bench.deliver(RetryState.START, LARGE);
            bench.deliver(RetryState.START, LARGE);
            await().until(() -> {
                bench.turn();
                return webhook.requests("/hook").size() == 1 + 2;
            });
            bench.moveClock(Duration.ofSeconds(31));
            await().until(() -> {
                bench.turn();
                return bench.counted("tidings.delivery.attempt.fail", "outcome", "Aborted") == 1;
            });
        }
    }

    /** B-MATCH-5, B-RETRY-4. */
    @Test
    void deliveriesOfAnUnreadableSubscriptionAreNotDeferredForEver() {
        try (var bench = new DispatcherFixture(Map.of())) {
            bench.subscribeIllegibly();
            bench.deliver();
            await().until(bench::settled);
            assertThat(bench.counted("tidings.deferred", "reason", "SubscriptionUnreadable"))
                    .isOne();
            bench.deliver(
                    RetryState.START,
                    EventSchema.EVENT_GRID,
                    "{}",
                    bench.now().wall().minus(RetryProfile.LONGEST_TIME_TO_LIVE));
            await().until(bench::settled);
            assertThat(bench.counted("tidings.dropped", "reason", "TimeToLiveExceeded"))
                    .isOne();
        }
    }

    /** Until so many have come, and no more may come yet. */
    private void awaitRest(DispatcherFixture bench, int requests) {
        await().pollInterval(ofMillis(1)).until(() -> {
            bench.turn();
            return webhook.requests().size() == requests
                    && bench.dispatcher.untilRested(bench.now()).isPresent();
        });
    }

    private DispatcherFixture bench(Map<String, String> settings) {
        var bench = new DispatcherFixture(settings);
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        return bench;
    }

    /** What has come, as soon as some of it are all there. */
    private List<String> bodiesUntil(DispatcherFixture bench, String word, int times) {
        await().pollInterval(ofMillis(1)).until(() -> {
            bench.turn();
            return bodies().stream().filter(body -> body.contains(word)).count() == times;
        });
        return bodies();
    }

    private List<String> bodies() {
        return webhook.requests().stream().map(ReceivedRequest::text).toList();
    }
}
