package io.tidings.worker.dispatch;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-4 with the default threshold: an endpoint that takes every event, always later than the response timeout. */
class SlowEndpointIT {
    private static final Duration TAKES = ofSeconds(35);
    private static final Duration TIME_TO_LIVE = ofMinutes(6);
    private static final Duration SIMULATED = ofMinutes(10);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench =
            new DispatcherFixture(Map.of("worker.max.in.flight.per.subscription", "64"));
    private final Queue<Held> arriving = new ConcurrentLinkedQueue<>();
    private final Queue<Held> held = new ArrayDeque<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final Set<Delivery> broughtBack = new HashSet<>();
    private int released;
    private long lateSuccesses;

    /** A request that has no response yet. */
    private record Held(long since, CountDownLatch response) {}

    @AfterEach
    void close() {
        arriving.forEach(each -> each.response().countDown());
        held.forEach(each -> each.response().countDown());
        bench.close();
        webhook.close();
    }

    @Test
    void ofOneEventASecondNothingIsDeadLetteredWhereEveryResponseTakes35Seconds() {
        webhook.answers("/hook", ScriptedResponse.computed(_ -> respondLate()));
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", """
            ,"retryPolicy":{"eventTimeToLiveInMinutes":%d}\
            """.formatted(TIME_TO_LIVE.toMinutes()));
        for (long second = 0; second < SIMULATED.toSeconds(); second++) {
            bench.deliver();
            bringBackDueRetries();
            respond();
            quiesce();
            bench.moveClock(ofSeconds(1));
        }
        assertThat(bench.counted("tidings.dropped"))
                .as("events given up, without a dead-letter destination")
                .isZero();
        assertThat(bench.counted("tidings.probation")).isZero();
        assertThat(arrived.get())
                .as("requests, which is about one for each event")
                .isBetween((int) (SIMULATED.toSeconds() - 60), (int) (SIMULATED.toSeconds() + 120));
    }

    private ScriptedResponse.Status respondLate() {
        var each = new Held(bench.now().monotonicNanos(), new CountDownLatch(1));
        arriving.add(each);
        arrived.incrementAndGet();
        try {
            each.response().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new ScriptedResponse.Status(200, Map.of(), "");
    }

    /** Responds to the requests that have been open for long enough. */
    private void respond() {
        for (var next = arriving.poll(); next != null; next = arriving.poll()) {
            held.add(next);
        }
        while (!held.isEmpty() && bench.now().monotonicNanos() - held.element().since() >= TAKES.toNanos()) {
            held.remove().response().countDown();
            released++;
        }
    }

    /** Until every request has arrived, and every response that was given has been read. */
    private void quiesce() {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> {
            bench.turn();
            double sent = bench.counted("tidings.destination.duration") + bench.counted("tidings.in.flight");
            return arrived.get() >= sent && lateSuccesses() + aborted() >= released;
        });
    }

    private long lateSuccesses() {
        lateSuccesses += bench.written.attempts().stream()
                .filter(line -> line.contains("\"outcome\":\"Delivered\""))
                .count();
        bench.written.forget();
        return lateSuccesses;
    }

    private double aborted() {
        return bench.counted("tidings.delivery.attempt.fail", "outcome", "Aborted");
    }

    /** As they come out of their tiers. */
    private void bringBackDueRetries() {
        for (var tier : RetryTier.values()) {
            for (var delivery : bench.parked(bench.topics.retry(tier))) {
                var due = delivery.retryState().due();
                if (due != null && !bench.now().wall().isBefore(due) && broughtBack.add(delivery)) {
                    bench.deliver(delivery);
                }
            }
        }
    }
}
