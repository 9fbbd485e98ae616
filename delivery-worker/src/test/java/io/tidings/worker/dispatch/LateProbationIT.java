package io.tidings.worker.dispatch;

import static io.tidings.worker.dispatch.LateWebhook.LATE_RESPONSE_TIMEOUT;
import static io.tidings.worker.dispatch.LateWebhook.lateSuccesses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB-1 and B-DEL-4: what responses that come late have to do with probation. */
class LateProbationIT {
    private final LateWebhook endpoint = new LateWebhook();
    private final ScriptedWebhook webhook = endpoint.webhook;
    private final CountDownLatch answer = endpoint.answer;

    @AfterEach
    void close() {
        endpoint.close();
    }

    /** B-PROB-1. */
    @Test
    void aLateSuccessEndsProbation() {
        try (var strict = endpoint.bench("10", "1")) {
            webhook.answers("/hook", endpoint.late(200));
            strict.deliver();
            endpoint.timeOut(strict, 1);
            assertThat(strict.counted("tidings.probation")).isOne();
            strict.deliver();
            strict.turn();
            assertThat(webhook.requests()).as("nothing is sent meanwhile").hasSize(1);
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 0;
            });
            strict.deliver();
            await().until(() -> {
                strict.turn();
                return webhook.requests().size() == 2;
            });
        }
    }

    @Test
    void aLateFailureDoesNotEndProbation() {
        try (var strict = endpoint.bench("10", "1")) {
            webhook.answers("/hook", endpoint.late(400));
            strict.deliver();
            endpoint.timeOut(strict, 1);
            assertThat(strict.counted("tidings.probation")).isOne();
            answer.countDown();
            strict.moveClock(LATE_RESPONSE_TIMEOUT); // whichever comes first, response or end, ends the exchange
            for (int i = 0; i < 50; i++) {
                strict.turn();
            }
            assertThat(strict.counted("tidings.probation")).isOne();
        }
    }

    @Test
    void aLateSuccessOfTheFormerEndpointSaysNothingOfTheNewOne() {
        try (var strict = endpoint.bench("10", "1")) {
            webhook.answers("/hook", endpoint.late(200));
            webhook.answers("/new", ScriptedResponse.status(503));
            strict.deliver();
            endpoint.timeOut(strict, 1);
            strict.subscribe("uid", webhook.uri("/new").toString(), "");
            strict.deliver();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 1
                        && !webhook.requests("/new").isEmpty();
            });
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return lateSuccesses(strict) == 1;
            });
            assertThat(strict.counted("tidings.probation")).isOne();
        }
    }

    /** An endpoint that has responded late before is slow; one that never responds has its failures counted all the same. */
    @Test
    void whereResponsesComeLateATimeoutCountsWhenItsExchangeEnds() {
        try (var strict = endpoint.bench("10", "1")) {
            webhook.answers("/hook", endpoint.late(200), ScriptedResponse.hang());
            strict.deliver();
            endpoint.timeOut(strict, 1);
            answer.countDown();
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 0;
            });
            strict.deliver();
            endpoint.timeOut(strict, 2);
            assertThat(strict.counted("tidings.probation")).isZero();
            strict.moveClock(LATE_RESPONSE_TIMEOUT);
            await().until(() -> {
                strict.turn();
                return strict.counted("tidings.probation") == 1;
            });
        }
    }
}
