package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.SubscriptionRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-PROFILE on a real broker. */
@Timeout(400)
class RetryProfileIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeWebhook() {
        webhook.close();
    }

    /** B-PROFILE-3. */
    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aChangeOfTheProfileHoldsForWhatAlreadyWaits() {
        webhook.answers("/hook", ScriptedResponse.status(500));
        try (var bench = WorkerFixture.on(webhook, "profile-change", 1, 0.05)) {
            bench.subscribe("billing", "/hook", """
                ,"tidings":{"retry":{"schedule":["PT10M"],"jitter":0}}%s\
                """.formatted(SubscriptionRecords.DEAD_LETTERS));
            try (var _ = bench.readyWorker("one", Map.of("probation.threshold", "1000"))) {
                bench.deliver("billing", 3);
                bench.awaitRequests("/hook", 3); // and one more each, 30 s later
                bench.subscribe("billing", "/hook", """
                    ,"tidings":{"retry":{"noRetryStatuses":[500]}}%s\
                    """.formatted(SubscriptionRecords.DEAD_LETTERS));
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(bench.records(bench.topics().deadLetters()))
                                        .hasSize(3));
            }
            assertThat(webhook.requests("/hook")).hasSize(6);
            assertThat(bench.records(bench.topics().deadLetters()))
                    .allSatisfy(
                            letter -> assertThat(HeaderText.orEmpty(letter.headers(), HeaderNames.DEAD_LETTER_REASON))
                                    .isEqualTo("UndeliverableDueToHttpInternalServerError"));
            assertThat(bench.deliveries(bench.topics().deadLetters()))
                    .allSatisfy(delivery ->
                            assertThat(delivery.retryState().attempts()).isEqualTo(2));
        }
    }

    /** B-PROFILE-1: 3,000 retries are due at once, with a rest of their wait that no tier has. */
    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aSubscriptionThatFillsItsShareOfMemoryDelaysNoOther() {
        int greedy = 3_000;
        int modest = 20;
        try (var bench = WorkerFixture.on(webhook, "shares", 1, 1)) {
            bench.subscribe("greedy", "/greedy");
            long read = bench.subscribe("modest", "/modest");
            try (var _ = bench.readyWorker("one", Map.of("worker.max.waiting.mb", "1", "purge.delivered", "false"))) {
                var due = Instant.now().plusSeconds(19); // 10 s of them in the tier
                var retries = new ArrayList<ProducerRecord<byte[], byte[]>>();
                for (int number = 0; number < greedy; number++) {
                    retries.add(retry(bench, "greedy", number, read, due));
                }
                for (int number = 0; number < modest; number++) {
                    retries.add(retry(bench, "modest", number, read, due));
                }
                bench.writeAll(retries);
                bench.awaitRequests("/modest", modest);
                bench.awaitRequests("/greedy", greedy);
                for (var path : List.of("/greedy", "/modest")) {
                    assertThat(webhook.requests(path))
                            .allSatisfy(
                                    request -> assertThat(request.received()).isAfterOrEqualTo(due));
                }
            }
            var hops = bench.deliveries(bench.topics().retry(RetryTier.TEN_SECONDS)).stream()
                    .map(delivery -> delivery.subscription().name())
                    .toList();
            assertThat(Collections.frequency(hops, "modest"))
                    .as("no hop but the first")
                    .isEqualTo(modest);
            assertThat(Collections.frequency(hops, "greedy"))
                    .as("a megabyte has no room for all")
                    .isGreaterThan(greedy);
        }
    }

    private static ProducerRecord<byte[], byte[]> retry(
            WorkerFixture bench, String name, int number, long read, Instant due) {
        var state = new RetryState(1, 0, due, new LastAttempt(LastOutcome.BUSY, 503, Instant.now()));
        return WorkerFixture.record(
                bench.topics().retry(RetryTier.TEN_SECONDS), 0, WorkerFixture.delivery(name, number, read, state));
    }
}
