package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Violation;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds what a GET hides and a PUT of its result therefore lacks: the values of secret headers, the query and the secret
 * path of the endpoint, the signing secret, the client secret of OAuth 2.0 and the query of its token URL. They are kept
 * (B-SUB-1); those that are sent to the endpoint or to the token URL only if the body moves it to no other origin,
 * so that no secret is redirected by mistake. The endpoint gets the tokens of a client secret, so it must not move
 * either. Pure.
 *
 * @param signingSecret for a body that asks for signatures without a secret
 */
public record SecretBackfill(Optional<SubscriptionEntry> before, String signingSecret) {
    private static final String SIGNING = "/properties/tidings/signing";
    private static final String WEBHOOK = "/properties/destination/properties";
    private static final String MAPPINGS = "deliveryAttributeMappings";
    private static final String OAUTH2 = "/properties/tidings/authentication/oauth2";
    private static final String TOKEN_URL = "tokenUrl";
    private static final String CLIENT_SECRET = "clientSecret";

    /** Returns the body with the secrets; an invalid body is returned unchanged, for its reader to report. */
    public byte[] backfill(byte[] body) {
        var json = ResourceJson.orMissing(body);
        boolean signing = fillInSigning(json);
        boolean changed = fillInTokenUrl(json) || signing;
        changed |= fillInClientSecret(json);
        var kept = keptWebhook();
        if (kept.isPresent() && json.at(WEBHOOK) instanceof ObjectNode webhook) {
            fillInDestination(webhook, kept.get());
            changed = true;
        }
        return changed ? json.toString().getBytes(UTF_8) : body;
    }

    private boolean fillInSigning(JsonNode json) {
        if (json.at(SIGNING) instanceof ObjectNode signing && !signing.hasNonNull("secret")) {
            signing.put("secret", signingSecret);
            return true;
        }
        return false;
    }

    private void fillInDestination(ObjectNode webhook, Webhook kept) {
        fillInEndpoint(webhook, kept);
        if (movedFrom(kept, webhook).isEmpty()) {
            webhook.path(MAPPINGS)
                    .forEach(mapping -> secretOf(mapping, kept)
                            .ifPresent(secret -> ((ObjectNode) mapping.path("properties")).put("value", secret)));
        }
    }

    /**
     * Replaces the sentence for each known secret that was not filled in.
     *
     * @param body the same as for {@link #backfill}
     */
    public List<Violation> explain(List<Violation> violations, byte[] body) {
        var required = requiredAnew(body);
        return violations.stream()
                .map(each -> required.containsKey(each.path())
                        ? new Violation(each.path(), required.get(each.path()))
                        : each)
                .toList();
    }

    /** Returns the sentences by the path of the missing value. */
    private Map<String, String> requiredAnew(byte[] body) {
        var required = new HashMap<String, String>();
        var json = ResourceJson.orMissing(body);
        clientSecretRequiredAnew(json)
                .ifPresent(sentence -> required.put("properties.tidings.authentication.oauth2.clientSecret", sentence));
        var former = keptWebhook();
        if (former.isPresent() && json.at(WEBHOOK) instanceof ObjectNode webhook) {
            var kept = former.get();
            movedFrom(kept, webhook).ifPresent(moved -> {
                var mappings = webhook.path(MAPPINGS);
                for (int i = 0; i < mappings.size(); i++) {
                    if (secretOf(mappings.get(i), kept).isPresent()) {
                        var path = "properties.destination.properties." + MAPPINGS + "[" + i + "].properties.value";
                        var name = mappings.get(i).path("name").asText();
                        required.put(path, "must be given again: the secret of header " + name + moved);
                    }
                }
            });
        }
        return required;
    }

    /** Returns the end of a sentence about the new origin; empty if the origin stays. */
    private static Optional<String> movedFrom(Webhook kept, ObjectNode webhook) {
        return moved(kept.endpoint(), webhook, "endpointUrl");
    }

    private static Optional<String> moved(URI kept, ObjectNode json, String member) {
        var old = CanonicalOrigin.of(kept);
        return origin(json.path(member).asText())
                .filter(origin -> !old.equals(Optional.of(origin)))
                .map(origin -> " was given for "
                        + old.map(CanonicalOrigin::text).orElse("another endpoint")
                        + ", and " + member + " is now at " + origin);
    }

    /** Returns the former destination, if it is a webhook: others have no secrets. */
    private Optional<Webhook> keptWebhook() {
        return before.map(entry -> entry.subscription().destination())
                .filter(Webhook.class::isInstance)
                .map(Webhook.class::cast);
    }

    private Optional<OAuth2> keptOAuth2() {
        return before.map(
                entry -> entry.subscription().extensions().authentication().oauth2());
    }

    /** Returns the former credentials, if they have a secret. */
    private Optional<OAuth2> keptClientSecret() {
        return keptOAuth2().filter(kept -> kept.clientSecret() != null);
    }

    /** Keeps the query of a token URL that is the same without it. */
    private boolean fillInTokenUrl(JsonNode json) {
        var kept = keptOAuth2().filter(each -> each.tokenUrl().getRawQuery() != null);
        if (kept.isPresent()
                && json.at(OAUTH2) instanceof ObjectNode oauth2
                && oauth2.path(TOKEN_URL).asText().equals(kept.get().baseUrl())
                && endpointMoved(json).isEmpty()) {
            oauth2.put(TOKEN_URL, kept.get().tokenUrl().toString());
            return true;
        }
        return false;
    }

    private Optional<String> endpointMoved(JsonNode json) {
        return keptWebhook()
                .flatMap(kept ->
                        json.at(WEBHOOK) instanceof ObjectNode webhook ? movedFrom(kept, webhook) : Optional.empty());
    }

    private boolean fillInClientSecret(JsonNode json) {
        var kept = keptClientSecret();
        if (kept.isPresent()
                && json.at(OAUTH2) instanceof ObjectNode oauth2
                && !oauth2.hasNonNull(CLIENT_SECRET)
                && !oauth2.path("clientAuthentication").asText().equals(SignedAssertion.WIRE_NAME)
                && moved(kept.get().tokenUrl(), oauth2, TOKEN_URL).isEmpty()
                && endpointMoved(json).isEmpty()) {
            oauth2.put(CLIENT_SECRET, kept.get().clientSecret());
            return true;
        }
        return false;
    }

    private Optional<String> clientSecretRequiredAnew(JsonNode json) {
        return keptClientSecret()
                .filter(_ -> !json.at(OAUTH2).hasNonNull(CLIENT_SECRET))
                .flatMap(kept -> json.at(OAUTH2) instanceof ObjectNode oauth2
                        ? moved(kept.tokenUrl(), oauth2, TOKEN_URL).or(() -> endpointMoved(json))
                        : Optional.empty())
                .map(moved -> "must be given again: the secret" + moved);
    }

    /** Returns empty for a URL that the reader refuses. */
    private static Optional<CanonicalOrigin> origin(String url) {
        try {
            return CanonicalOrigin.of(new URI(url));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private void fillInEndpoint(ObjectNode webhook, Webhook kept) {
        boolean secretPath = before.filter(
                        entry -> entry.subscription().extensions().secretPath())
                .isPresent();
        if (!webhook.hasNonNull("endpointUrl")
                && webhook.path("endpointBaseUrl").asText().equals(kept.baseUrl(secretPath))) {
            webhook.put("endpointUrl", kept.endpoint().toString());
        }
    }

    /** Returns the kept secret for a mapping without a value. */
    private static Optional<String> secretOf(JsonNode mapping, Webhook kept) {
        if (mapping.path("properties") instanceof ObjectNode properties
                && properties.path("isSecret").asBoolean()
                && !properties.hasNonNull("value")) {
            for (var each : kept.attributes()) {
                if (each instanceof DeliveryAttribute.Static(var name, var value, var secret)
                        && secret
                        && name.equalsIgnoreCase(mapping.path("name").asText())) {
                    return Optional.of(value);
                }
            }
        }
        return Optional.empty();
    }
}
