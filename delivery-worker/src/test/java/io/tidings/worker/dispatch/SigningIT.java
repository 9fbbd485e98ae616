package io.tidings.worker.dispatch;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-AUTH-1 at a scripted endpoint that verifies with the library of Standard Webhooks. */
class SigningIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String FORMER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String SIGNED = ",\"tidings\":{\"signing\":{\"secret\":\"" + SECRET + "\"}}";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench =
            new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "10000"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void everySchemaIsVerifiedByItsBytes() {
        subscribe("", SIGNED);
        bench.deliver(RetryState.START, "{\"id\":\"ü\\u00fc\", \"data\": 4.10}");
        bench.deliver(
                RetryState.START,
                EventSchema.CLOUD_EVENTS,
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":\"ü\"}",
                bench.now().wall());
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(2).allSatisfy(request -> verify(SECRET, request));
        assertThat(ids()).doesNotHaveDuplicates();
    }

    @Test
    void withoutSigningARequestHasNoneOfItsHeaders() {
        subscribe("", "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.headers().keySet()).noneMatch(name -> name.startsWith("webhook-")));
    }

    @Test
    void aBodyThatWasChangedOnTheWayIsRefused() {
        subscribe("", SIGNED);
        bench.deliver();
        await().until(bench::settled);
        var request = webhook.requests().getFirst();
        assertThatThrownBy(() -> new Webhook(SECRET).verify(request.text() + " ", request.headers()))
                .isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> new Webhook(FORMER).verify(request.text(), request.headers()))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void aRotationIsSignedWithBothSecretsUntilTheFormerOneEnds() {
        var until = bench.now().wall().plusSeconds(60);
        subscribe("", """
            ,"tidings":{"signing":{"secret":"%s","formerSecret":"%s","formerUntil":"%s"}}\
            """.formatted(SECRET, FORMER, until));
        bench.deliver();
        await().until(bench::settled);
        bench.moveClock(Duration.ofSeconds(61));
        bench.deliver();
        await().until(bench::settled);
        var during = webhook.requests().getFirst();
        var after = webhook.requests().getLast();
        verify(SECRET, during);
        verify(FORMER, during);
        verify(SECRET, after);
        assertThat(signatures(during)).hasSize(2);
        assertThat(signatures(after)).hasSize(1);
    }

    /** The time is that of the attempt, so that a retry of an old event is not stale. */
    @Test
    void aRetryHasTheSameIdAndItsOwnTime() {
        subscribe("", SIGNED);
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(200));
        var delivery = bench.deliver().delivery();
        await().until(bench::settled);
        bench.moveClock(Duration.ofSeconds(90));
        bench.deliver(delivery.at(new RetryState(1, 0, bench.now().wall(), null)));
        await().until(bench::settled);
        var first = webhook.requests().getFirst();
        var second = webhook.requests().getLast();
        assertThat(id(second)).isEqualTo(id(first));
        assertThat(timestamp(second) - timestamp(first)).isBetween(90L, 91L);
    }

    @Test
    void aRedrivenDeliveryHasAnotherId() {
        subscribe("", SIGNED);
        var delivery = bench.deliver().delivery();
        await().until(bench::settled);
        bench.deliver(delivery.redriven("uid", 1, bench.now().wall()));
        await().until(bench::settled);
        assertThat(ids()).hasSize(2).doesNotHaveDuplicates();
    }

    /** B-DEL-6: the halves of a batch are batches of their own. */
    @Test
    void aBatchAndEachOfItsHalvesHasAnIdAndASignatureOfItsOwn() {
        subscribe(",\"maxEventsPerBatch\":4", SIGNED);
        webhook.answers("/hook", ScriptedResponse.status(413), ScriptedResponse.status(200));
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
        assertThat(webhook.requests()).hasSize(3).allSatisfy(request -> verify(SECRET, request));
        assertThat(ids()).doesNotHaveDuplicates();
    }

    /** So a subscription may turn batching on or off while its events are retried. */
    @Test
    void aBatchOfOneHasTheIdOfItsDelivery() {
        subscribe(",\"maxEventsPerBatch\":4", SIGNED);
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(200));
        var delivery = bench.deliver().delivery();
        await().until(bench::settled);
        subscribe("", SIGNED);
        bench.deliver(delivery);
        await().until(bench::settled);
        assertThat(webhook.requests().stream().map(SigningIT::id).collect(toSet()))
                .hasSize(1);
    }

    private void subscribe(String members, String properties) {
        bench.subscribe("uid", webhook.uri("/hook").toString(), members, properties);
    }

    private List<String> ids() {
        return webhook.requests().stream().map(SigningIT::id).toList();
    }

    private static String id(ReceivedRequest request) {
        return request.header("webhook-id").getFirst();
    }

    private static long timestamp(ReceivedRequest request) {
        return Long.parseLong(request.header("webhook-timestamp").getFirst());
    }

    private static String[] signatures(ReceivedRequest request) {
        return request.header("webhook-signature").getFirst().split(" ", -1);
    }

    private static void verify(String secret, ReceivedRequest request) {
        try {
            new Webhook(secret).verify(request.text(), request.headers());
        } catch (Exception e) {
            throw new AssertionError(request.headers().toString(), e);
        }
    }
}
