package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.next;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.Webhook;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.TokenUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-AUTH-2: requests with access tokens. The token endpoint is a path of the same scripted server. */
@Timeout(200)
class AccessTokenIT {
    private static final byte[] EVENT = "{\"id\":\"1\"}".getBytes(UTF_8);
    private static final Duration LONG = Duration.ofMinutes(2);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final WebhookClient client = SmallRequests.client(LONG, LONG);
    private final LinkedBlockingQueue<Outcome> told = new LinkedBlockingQueue<>();
    private final AtomicInteger tokens = new AtomicInteger();

    @AfterEach
    void close() {
        client.close();
        webhook.close();
    }

    @Test
    void aRequestHasTheTokenInPlaceOfAHeaderOfThatName() throws Exception {
        grantTokens();
        var own = List.<DeliveryAttribute>of(new DeliveryAttribute.Static("Authorization", "own", false));
        var subscription = Examples.postingTo(url());
        var template = RequestTemplate.of(
                subscription.with(new Webhook(subscription.destination().endpoint(), null, own), tokensOf(webhook)),
                EventSchema.EVENT_GRID,
                false,
                null);
        assertThat(outcomeOf(new WebhookRequest(
                        template, template.valuesOf(EVENT, RecordValues.NONE), List.of(EVENT), null, 0, null, 0, null)))
                .isEqualTo(new Responded(200, null));
        assertThat(webhook.requests("/hook").getFirst().header("authorization")).containsExactly("Bearer token-1");
    }

    @Test
    void manyRequestsAtOnceCauseOneTokenRequest() throws Exception {
        grantTokens();
        for (int i = 0; i < 200; i++) {
            var _ = client.post(request(), () -> true, told::add);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(next(told)).isEqualTo(new Responded(200, null));
        }
        assertThat(webhook.requests("/token")).hasSize(1);
        assertThat(webhook.requests("/hook"))
                .allSatisfy(each -> assertThat(each.header("authorization")).containsExactly("Bearer token-1"));
    }

    @Test
    void aRefusedTokenIsRenewedOnceWhoeverWasRefused() throws Exception {
        grantTokens();
        assertThat(outcomeOf(request())).isEqualTo(new Responded(200, null));
        acceptOnly("Bearer token-2");
        for (int i = 0; i < 50; i++) {
            var _ = client.post(request(), () -> true, told::add);
        }
        for (int i = 0; i < 50; i++) {
            assertThat(next(told)).isEqualTo(new Responded(200, null));
        }
        assertThat(webhook.requests("/token")).hasSize(2);
    }

    @Test
    void aTokenOfTheSameAttemptIsNotRenewed() throws Exception {
        grantTokens();
        webhook.answers("/hook", ScriptedResponse.status(401));
        assertThat(outcomeOf(request())).isEqualTo(new Responded(401, null));
        assertThat(webhook.requests("/token")).hasSize(1);
        assertThat(webhook.requests("/hook")).hasSize(1);
    }

    @Test
    void anEndpointThatRefusesTheRenewedTokenAsWellHasRefused() throws Exception {
        grantTokens();
        assertThat(outcomeOf(request())).isEqualTo(new Responded(200, null));
        webhook.answers("/hook", ScriptedResponse.status(401));
        assertThat(outcomeOf(request())).isEqualTo(new Responded(401, null));
        assertThat(webhook.requests("/hook")).hasSize(3);
        assertThat(outcomeOf(request())).isEqualTo(new Responded(401, null));
        assertThat(webhook.requests("/token")).hasSize(2);
        assertThat(webhook.requests("/hook")).hasSize(4);
    }

    @Test
    void withoutATokenNothingIsSentAndTheReasonIsTold() throws Exception {
        webhook.answers(
                "/token",
                new ScriptedResponse.Status(
                        401,
                        Map.of("Content-Type", "application/json"),
                        "{\"error\":\"invalid_client\",\"error_description\":\"no client with hush\"}"));
        long begun = System.nanoTime();
        assertThat(outcomeOf(request()))
                .isEqualTo(new TokenUnavailable("the token endpoint responded 401 invalid_client (no client with …):"
                        + " localhost:" + webhook.port()));
        assertThat(outcomeOf(request())).isInstanceOf(TokenUnavailable.class);
        // One, unless the machine stands still.
        int seconds = (int) Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        assertThat(webhook.requests("/token")).as("remembered for a second").hasSizeLessThanOrEqualTo(1 + seconds);
        assertThat(webhook.requests("/hook")).isEmpty();
    }

    @Test
    void aRedirectOfTheTokenEndpointIsNotFollowed() throws Exception {
        webhook.answers("/token", ScriptedResponse.status(302, Map.of("Location", "/elsewhere")));
        assertThat(outcomeOf(request())).isInstanceOf(TokenUnavailable.class);
        assertThat(webhook.requests("/elsewhere")).isEmpty();
    }

    @Test
    void nothingIsSentWhenTheTokenComesAfterTheTimeout() throws Exception {
        var timedOut = new CountDownLatch(1);
        webhook.answers("/token", ScriptedResponse.computed(_ -> {
            awaitQuietly(timedOut);
            return token();
        }));
        var call = client.post(request(), () -> true, told::add);
        await().until(() -> !webhook.requests("/token").isEmpty());
        call.sendNoMore();
        timedOut.countDown();
        assertThat(next(told)).isEqualTo(new TimedOut());
        assertThat(webhook.requests("/hook")).isEmpty();
    }

    @Test
    void aCancelledRequestDoesNotWaitForItsToken() throws Exception {
        webhook.answers("/token", ScriptedResponse.hang());
        var call = client.post(request(), () -> true, told::add);
        await().until(() -> !webhook.requests("/token").isEmpty());
        call.cancel();
        assertThat(next(told)).isEqualTo(new TimedOut());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void grantTokens() {
        webhook.answers("/token", ScriptedResponse.computed(_ -> token()));
    }

    private ScriptedResponse.Status token() {
        return granting("token-" + tokens.incrementAndGet());
    }

    static ScriptedResponse.Status granting(String token) {
        return new ScriptedResponse.Status(
                200,
                Map.of("Content-Type", "application/json"),
                "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":3600}".formatted(token));
    }

    private void acceptOnly(String authorization) {
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> ScriptedResponse.status(
                        request.header("authorization").equals(List.of(authorization)) ? 200 : 401)));
    }

    private Outcome outcomeOf(WebhookRequest request) throws InterruptedException {
        var _ = client.post(request, () -> true, told::add);
        return next(told);
    }

    private WebhookRequest request() {
        return authenticated(webhook);
    }

    /** A request to the one path with a token of the other one. */
    static WebhookRequest authenticated(ScriptedWebhook webhook) {
        var url = webhook.uri("/hook").toString();
        var template = RequestTemplate.of(
                Examples.postingTo(url).with(tokensOf(webhook)), EventSchema.EVENT_GRID, false, null);
        return new WebhookRequest(
                template, template.valuesOf(EVENT, RecordValues.NONE), List.of(EVENT), null, 0, null, 0, null);
    }

    private String url() {
        return webhook.uri("/hook").toString();
    }

    private static Extensions tokensOf(ScriptedWebhook webhook) {
        return Extensions.NONE.with(new Authentication(
                new OAuth2(webhook.uri("/token"), "tidings", new ClientSecret("hush", Place.BASIC), null, null),
                null,
                null));
    }
}
