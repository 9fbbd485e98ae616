package io.tidings.worker.dispatch;

import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.partition.PolledDelivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-TIME-1: the lines of the log of attempts, of a worker that logs failures. */
class AttemptLogIT {
    private static final ScriptedResponse FAILURE = new ScriptedResponse.Status(
            503, Map.of("content-type", "text/plain"), "too busy for open-sesame\nand Bearer hush-4711");

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of());

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void aFailedResponseIsQuotedWithoutTheSecretsOfItsSubscription() {
        webhook.answers("/hook", FAILURE);
        bench.subscribe("uid", webhook.uri("/hook") + "?code=open-sesame", """
            ,"deliveryAttributeMappings":[\
            {"name":"Authorization","type":"Static","properties":{"value":"Bearer hush-4711","isSecret":true}}]\
            """);
        var delivery = deliver(RetryState.START).delivery();
        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.delivery().subscriptionUid()).isEqualTo("uid");
            assertThat(line.delivery().published()).isEqualTo(delivery.event().published());
            assertThat(line.attempt()).isOne();
            assertThat(line.result().outcome()).isEqualTo(LastOutcome.BUSY);
            assertThat(line.result().excerpt()).isEqualTo("too busy for ***\\nand ***");
            assertThat(line.result().url()).isEqualTo(webhook.uri("/hook").toString());
        });
    }

    @Test
    void aPathThatIsASecretIsNotLogged() {
        webhook.answers("/hook", FAILURE);
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", ",\"tidings\":{\"secretPath\":true}");
        deliver(RetryState.START);
        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(line.result().url())
                        .isEqualTo(webhook.uri("/").toString()));
    }

    @Test
    void aResponseThatIsNotKeptIsNotQuoted() {
        webhook.answers("/hook", FAILURE);
        try (var silent = new DispatcherFixture(Map.of("timeline.excerpts", "false"))) {
            silent.subscribe("uid", webhook.uri("/hook").toString(), "");
            silent.deliver();
            await().until(silent::settled);
            assertThat(lines(silent))
                    .singleElement()
                    .satisfies(line -> assertThat(line.result().excerpt()).isNull());
        }
    }

    @Test
    void aSuccessHasALineOnlyIfItEndsAChainOfAttempts() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        deliver(RetryState.START);
        assertThat(lines()).isEmpty();
        deliver(tried(3));
        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.attempt()).isEqualTo(4);
            assertThat(line.result().outcome()).isNull();
            assertThat(line.result().excerpt()).isNull();
            assertThat(line.consequence().verdict()).isEqualTo("Delivered");
        });
    }

    @Test
    void theSuccessOfADeliveryThatWasBroughtBackHasALine() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        Instant now = bench.now().wall();
        var dead = deliver(RetryState.START).delivery();
        bench.deliver(dead.redriven("uid", 1, now));
        await().until(bench::settled);
        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(line.delivery().redriven()).isOne());
    }

    @Test
    void aSubscriptionMayAskForAllAttempts() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", ",\"tidings\":{\"attempts\":\"all\"}");
        deliver(RetryState.START);
        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(line.result().status()).isEqualTo(200));
    }

    @Test
    void anExpiredDeliveryThatWasNeverSentHasALine() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", DEAD_LETTERS);
        expire();
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        expire();
        assertThat(webhook.requests()).isEmpty();
        assertThat(lines()).hasSize(2).allSatisfy(line -> {
            assertThat(line.result().outcome()).isEqualTo(LastOutcome.CANCELED);
            assertThat(line.consequence().reason()).isEqualTo("TimeToLiveExceeded");
        });
        assertThat(lines()).extracting(line -> line.consequence().verdict()).containsExactly("DeadLetter", "Drop");
    }

    @Test
    void aDeliveryOfADeletedSubscriptionHasALine() {
        bench.subscribe("another", webhook.uri("/hook").toString(), "");
        deliver(tried(2));
        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.attempt()).isEqualTo(3);
            assertThat(line.result().outcome()).isEqualTo(LastOutcome.CANCELED);
            assertThat(line.consequence().verdict()).isEqualTo("Drop");
            assertThat(line.consequence().reason()).isEqualTo("SubscriptionDeleted");
        });
    }

    /** The headers of the retry make its record too large. */
    @Test
    void aRetryThatIsTooLargeToWaitHasALineForItsDrop() {
        webhook.answers("/hook", ScriptedResponse.status(503));
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        bench.deliver(RetryState.START, "{\"data\":\"" + "x".repeat(EventLimits.MAX_RECORD_BYTES) + "\"}");
        await().until(bench::settled);
        assertThat(lines()).extracting(line -> line.consequence().verdict()).containsExactly("Retry", "Drop");
        assertThat(lines()).extracting(AttemptLine::attempt).containsExactly(1, 2);
        assertThat(lines().getLast().consequence().reason()).isEqualTo("RecordTooLarge");
    }

    @Test
    void everyEventOfABatchHasTheExcerpt() {
        webhook.answers("/hook", FAILURE);
        bench.subscribe("uid", webhook.uri("/hook").toString(), ",\"maxEventsPerBatch\":10");
        for (int i = 0; i < 3; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
        assertThat(lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.result().excerpt()).startsWith("too busy for open-sesame"));
        assertThat(bench.parked(bench.topics.retry(RetryTier.THIRTY_SECONDS))).hasSize(3);
    }

    private void expire() {
        Instant published = bench.now().wall().minus(Duration.ofDays(2));
        bench.deliver(RetryState.START, EventSchema.EVENT_GRID, "{}", published);
        await().until(bench::settled);
    }

    private PolledDelivery deliver(RetryState retryState) {
        var polled = bench.deliver(retryState, "{\"id\":\"1\"}");
        await().until(bench::settled);
        return polled;
    }

    private RetryState tried(int attempts) {
        var now = bench.now().wall();
        return new RetryState(attempts, 0, now, new LastAttempt(LastOutcome.BUSY, 503, now));
    }

    private List<AttemptLine> lines() {
        return lines(bench);
    }

    private static List<AttemptLine> lines(DispatcherFixture of) {
        return of.written.attempts().stream().map(AttemptLogIT::line).toList();
    }

    private static AttemptLine line(String text) {
        try {
            return AttemptLine.read(text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
