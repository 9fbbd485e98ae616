package io.tidings.ingest.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.ingest.validation.ValidationClient;
import io.tidings.ingest.validation.ValidationQuestion.ValidationRequest;
import io.tidings.ingest.validation.ValidationResponse;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-AUTH-2, B-AUTH-3: an endpoint is asked with the credentials that deliveries to it have. */
class CredentialedRequestsIT {
    private static final EndpointRules EVERY_URL = new EndpointRules(true);
    private static final AddressRules LOOPBACK = AddressRules.allowing(List.of("127.0.0.0/8", "::1/128"));

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final AtomicInteger tokens = new AtomicInteger();
    private final CredentialedRequests requests = new CredentialedRequests(
            ValidationClient.open(EVERY_URL, LOOPBACK, null, Duration.ofMinutes(1), 4),
            EndpointCredentials.open(
                    "ingest-service", CredentialSettings.NONE, EVERY_URL, LOOPBACK, null, new SimpleMeterRegistry()));

    @AfterEach
    void close() {
        requests.close();
        webhook.close();
    }

    @Test
    void theHandshakeCarriesTheTokenAndARefusedOneIsRenewed() {
        webhook.answers(
                "/token",
                ScriptedResponse.computed(_ -> new ScriptedResponse.Status(
                        200,
                        Map.of("Content-Type", "application/json"),
                        "{\"access_token\":\"token-%d\",\"token_type\":\"Bearer\",\"expires_in\":60}"
                                .formatted(tokens.incrementAndGet()))));
        assertThat(statusOf(ask(byToken()))).isEqualTo(200);
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> ScriptedResponse.status(
                        request.header("authorization").contains("Bearer token-1") ? 401 : 200)));
        assertThat(statusOf(ask(byToken()))).isEqualTo(200);
        assertThat(webhook.requests("/hook"))
                .extracting(request -> request.header("authorization").getFirst())
                .containsExactly("Bearer token-1", "Bearer token-1", "Bearer token-2");
    }

    @Test
    void withoutATokenTheEndpointIsNotAsked() {
        webhook.answers("/token", ScriptedResponse.status(503));
        assertThat(ask(byToken()))
                .isInstanceOfSatisfying(
                        ValidationResponse.Missing.class,
                        missing -> assertThat(missing.reason()).contains("the token endpoint responded 503"));
        assertThat(webhook.requests("/hook")).isEmpty();
    }

    @Test
    void aCertificateThatIsMissingHereIsNamed() {
        assertThat(ask(new Authentication(null, "partner", null)))
                .isInstanceOfSatisfying(
                        ValidationResponse.NotSent.class,
                        missing -> assertThat(missing.reason())
                                .contains("ingest-service has no setting endpoint.identity.partner"));
        assertThat(webhook.requests()).isEmpty();
    }

    private Authentication byToken() {
        return new Authentication(
                new OAuth2(webhook.uri("/token"), "tidings", new ClientSecret("hush", Place.POST), null, null),
                null,
                null);
    }

    private ValidationResponse ask(Authentication authentication) {
        var url = webhook.uri("/hook");
        var subscription = new Subscription(
                        new SubscriptionKey("shop", "billing"),
                        new Webhook(url),
                        EventFilter.EVERYTHING,
                        null,
                        RetryPolicy.DEFAULT,
                        null,
                        null,
                        List.of())
                .with(Extensions.NONE.with(authentication));
        return requests.ask(new ValidationRequest("OPTIONS", url, Map.of(), ""), subscription);
    }

    private static int statusOf(ValidationResponse response) {
        return ((ValidationResponse.Received) response).status();
    }
}
