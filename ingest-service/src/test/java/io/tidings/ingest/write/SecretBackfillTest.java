package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-SUB-1: a PUT that repeats what a GET showed changes no secret. */
class SecretBackfillTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final SubscriptionEntry BEFORE = new SubscriptionEntry(
            new Subscription(
                    new SubscriptionKey("shop", "billing"),
                    new Webhook(
                            URI.create("https://example.com/hook?code=1"),
                            null,
                            List.of(
                                    new DeliveryAttribute.Static("X-Key", "hush", true),
                                    new DeliveryAttribute.Static("X-Open", "open", false))),
                    EventFilter.EVERYTHING,
                    null,
                    RetryPolicy.DEFAULT,
                    null,
                    null,
                    List.of()),
            "u1",
            ProvisioningState.SUCCEEDED,
            0);
    private static final SecretBackfill KNOWN = new SecretBackfill(Optional.of(BEFORE), SECRET);

    @Test
    void aSecretWithoutItsValueKeepsIt() {
        assertThat(filled(KNOWN, header("x-key", "{\"isSecret\":true}")))
                .isEqualTo(header("x-key", "{\"isSecret\":true,\"value\":\"hush\"}"));
        assertThat(filled(KNOWN, header("X-Key", "{\"value\":null,\"isSecret\":true}")))
                .isEqualTo(header("X-Key", "{\"value\":\"hush\",\"isSecret\":true}"));
    }

    /** B-MATCH-2: filters compare with numbers exactly as they were written. */
    @Test
    void numbersKeepAllTheirDigits() {
        var body = "{\"properties\":{\"destination\":{\"properties\":{}},\"filter\":[0.10,12345678901234567890.5]}}";
        assertThat(filled(KNOWN, body)).isEqualTo(body);
    }

    @Test
    void aNewValueIsTaken() {
        var body = header("X-Key", "{\"value\":\"new\",\"isSecret\":true}");
        assertThat(filled(KNOWN, body)).isEqualTo(body);
    }

    @Test
    void aValueThatIsNoSecretIsNotKept() {
        for (var body : List.of(
                header("X-Key", "{\"isSecret\":false}"),
                header("X-Open", "{\"isSecret\":true}"),
                header("X-Other", "{\"isSecret\":true}"))) {
            assertThat(filled(KNOWN, body)).isEqualTo(body);
        }
    }

    @Test
    void anEndpointShownWithoutItsQueryKeepsIt() {
        assertThat(filled(KNOWN, webhook("\"endpointBaseUrl\":\"https://example.com/hook\"")))
                .isEqualTo(webhook("\"endpointBaseUrl\":\"https://example.com/hook\","
                        + "\"endpointUrl\":\"https://example.com/hook?code=1\""));
        var other = webhook("\"endpointBaseUrl\":\"https://example.com/other\"");
        assertThat(filled(KNOWN, other)).isEqualTo(other);
        var changed = webhook("\"endpointUrl\":\"https://example.com/hook\"");
        assertThat(filled(KNOWN, changed)).isEqualTo(changed);
    }

    /** Otherwise a manager who changes an endpoint could redirect the secrets of others. */
    @Test
    void anEndpointOfAnotherOriginKeepsNoSecret() {
        var mapping = "{\"name\":\"X-Key\",\"type\":\"Static\",\"properties\":{\"isSecret\":true}}";
        var moved = webhook(
                "\"endpointUrl\":\"https://evil.example/hook\",\"deliveryAttributeMappings\":[" + mapping + "]");
        assertThat(filled(KNOWN, moved)).isEqualTo(moved);
        var path = "properties.destination.properties.deliveryAttributeMappings[0].properties.value";
        var violations = List.of(new Violation("name", "other"), new Violation(path, "is required"));
        assertThat(KNOWN.explain(violations, moved.getBytes(UTF_8)))
                .extracting(Violation::toString)
                .containsExactly(
                        "name: other",
                        path
                                + ": must be given again: the secret of header X-Key was given for"
                                + " https://example.com:443, and endpointUrl is now at https://evil.example:443");
        var same = moved.replace("https://evil.example/hook", "https://EXAMPLE.com:443/other");
        assertThat(filled(KNOWN, same)).contains("\"value\":\"hush\"");
        assertThat(KNOWN.explain(violations, same.getBytes(UTF_8))).isEqualTo(violations);
    }

    /** B-AUTH-2. */
    @Test
    void aClientSecretIsKeptUnlessItsTokenUrlMovesToAnotherOrigin() {
        var known = new SecretBackfill(
                KNOWN.before()
                        .map(entry -> new SubscriptionEntry(
                                entry.subscription().with(authenticated()),
                                entry.uid(),
                                ProvisioningState.SUCCEEDED,
                                0)),
                SECRET);
        assertThat(filled(known, oauth2("https://login.example.com/other", null)))
                .isEqualTo(oauth2("https://login.example.com/other", "hush"));
        assertThat(filled(known, oauth2("https://login.example.com/token", "new")))
                .isEqualTo(oauth2("https://login.example.com/token", "new"));
        var moved = oauth2("https://evil.example/token", null);
        assertThat(filled(known, moved)).isEqualTo(moved);
        var path = "properties.tidings.authentication.oauth2.clientSecret";
        assertThat(known.explain(List.of(new Violation(path, "is required")), moved.getBytes(UTF_8)))
                .extracting(Violation::toString)
                .containsExactly(path + ": must be given again: the secret was given for"
                        + " https://login.example.com:443, and tokenUrl is now at https://evil.example:443");
        assertThat(filled(KNOWN, moved)).as("none was known").isEqualTo(moved);
    }

    /** Otherwise a manager who changes the endpoint gets the tokens of a secret that he cannot see. */
    @Test
    void anEndpointOfAnotherOriginKeepsNoClientSecret() {
        var known = new SecretBackfill(
                KNOWN.before()
                        .map(entry -> new SubscriptionEntry(
                                entry.subscription().with(authenticated("?code=hush")),
                                entry.uid(),
                                ProvisioningState.SUCCEEDED,
                                0)),
                SECRET);
        var shown = withEndpoint("https://example.com/other", "https://login.example.com/token");
        assertThat(filled(known, shown)).contains("\"clientSecret\":\"hush\"", "/token?code=hush\"");
        var moved = withEndpoint("https://evil.example/hook", "https://login.example.com/token");
        assertThat(filled(known, moved)).isEqualTo(moved);
        var path = "properties.tidings.authentication.oauth2.clientSecret";
        assertThat(known.explain(List.of(new Violation(path, "is required")), moved.getBytes(UTF_8)))
                .extracting(Violation::toString)
                .containsExactly(path + ": must be given again: the secret was given for https://example.com:443, and"
                        + " endpointUrl is now at https://evil.example:443");
    }

    @Test
    void aTokenUrlShownWithoutItsQueryKeepsIt() {
        var known = new SecretBackfill(
                KNOWN.before()
                        .map(entry -> new SubscriptionEntry(
                                entry.subscription().with(authenticated("?code=1")),
                                entry.uid(),
                                ProvisioningState.SUCCEEDED,
                                0)),
                SECRET);
        assertThat(filled(known, oauth2("https://login.example.com/token", "new")))
                .isEqualTo(oauth2("https://login.example.com/token?code=1", "new"));
        for (var other : List.of("https://login.example.com/other", "https://login.example.com/token?")) {
            assertThat(filled(known, oauth2(other, "new"))).isEqualTo(oauth2(other, "new"));
        }
    }

    private static String withEndpoint(String endpointUrl, String tokenUrl) {
        return "{\"properties\":{\"destination\":{\"properties\":{\"endpointUrl\":\"" + endpointUrl
                + "\"}},\"tidings\":{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"" + tokenUrl + "\"}}}}}";
    }

    private static Extensions authenticated() {
        return authenticated("");
    }

    private static Extensions authenticated(String query) {
        var url = URI.create("https://login.example.com/token" + query);
        return Extensions.NONE.with(new Authentication(
                new OAuth2(url, "tidings", new ClientSecret("hush", Place.BASIC), null, null), null, null));
    }

    private static String oauth2(String tokenUrl, @Nullable String secret) {
        return "{\"properties\":{\"tidings\":{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"" + tokenUrl + "\""
                + (secret == null ? "" : ",\"clientSecret\":\"" + secret + "\"") + "}}}}}";
    }

    @Test
    void aNewSubscriptionHasNothingToKeep() {
        var body = header("X-Key", "{\"isSecret\":true}");
        assertThat(filled(new SecretBackfill(Optional.empty(), SECRET), body)).isEqualTo(body);
    }

    /** B-AUTH-1. */
    @Test
    void signaturesWithoutASecretGetTheOneThatIsGiven() {
        var unknown = new SecretBackfill(Optional.empty(), SECRET);
        for (var backfill : List.of(unknown, KNOWN)) {
            assertThat(filled(backfill, signing("{}"))).isEqualTo(signing("{\"secret\":\"" + SECRET + "\"}"));
            assertThat(filled(backfill, signing("{\"secret\":null,\"formerUntil\":\"2026-11-21T12:00:00Z\"}")))
                    .isEqualTo(signing("{\"secret\":\"" + SECRET + "\",\"formerUntil\":\"2026-11-21T12:00:00Z\"}"));
            for (var body : List.of(signing("null"), signing("{\"secret\":\"other\"}"), signing("[]"), webhook(""))) {
                assertThat(filled(backfill, body)).isEqualTo(body);
            }
        }
    }

    @Test
    void invalidJsonIsLeftToTheReader() {
        assertThat(filled(KNOWN, "{")).isEqualTo("{");
        assertThat(filled(KNOWN, "[]")).isEqualTo("[]");
    }

    private static String header(String name, String properties) {
        return webhook("\"deliveryAttributeMappings\":[{\"name\":\"" + name + "\",\"type\":\"Static\",\"properties\":"
                + properties + "}]");
    }

    private static String webhook(String members) {
        return "{\"properties\":{\"destination\":{\"properties\":{" + members + "}}}}";
    }

    private static String signing(String json) {
        return "{\"properties\":{\"tidings\":{\"signing\":" + json + "}}}";
    }

    private static String filled(SecretBackfill backfill, String body) {
        return new String(backfill.backfill(body.getBytes(UTF_8)), UTF_8);
    }
}
