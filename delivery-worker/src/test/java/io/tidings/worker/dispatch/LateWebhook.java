package io.tidings.worker.dispatch;

import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** An endpoint whose responses come late, when a test releases them. */
final class LateWebhook implements AutoCloseable {
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);
    static final Duration LATE_RESPONSE_TIMEOUT = Duration.ofMinutes(3);

    final ScriptedWebhook webhook = ScriptedWebhook.start();
    final CountDownLatch answer = new CountDownLatch(1);

    DispatcherFixture bench(String lateResponses) {
        return bench(lateResponses, "1000");
    }

    DispatcherFixture bench(String lateResponses, String threshold) {
        var made = new DispatcherFixture(Map.of(
                "worker.response.timeout",
                RESPONSE_TIMEOUT.toSeconds() + "s",
                "worker.late.response.timeout",
                LATE_RESPONSE_TIMEOUT.toMinutes() + "m",
                "worker.late.responses.per.subscription",
                lateResponses,
                "probation.threshold",
                threshold));
        made.subscribe("uid", webhook.uri("/hook").toString(), "");
        return made;
    }

    /** A response that the test releases. */
    ScriptedResponse late(int status) {
        return ScriptedResponse.computed(_ -> {
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new ScriptedResponse.Status(status, Map.of(), "");
        });
    }

    /** The last of so many requests, once the endpoint has it. */
    void timeOut(DispatcherFixture of, int requests) {
        await().until(() -> {
            of.turn();
            return webhook.requests().size() == requests;
        });
        of.moveClock(RESPONSE_TIMEOUT);
        of.turn();
    }

    static long lateSuccesses(DispatcherFixture of) {
        return of.written.attempts().stream()
                .filter(line -> line.contains("\"attempt\":1,\"outcome\":\"Delivered\""))
                .count();
    }

    static double aborted(DispatcherFixture of) {
        return of.counted("tidings.delivery.attempt.fail", "outcome", "Aborted");
    }

    @Override
    public void close() {
        answer.countDown();
        webhook.close();
    }
}
