package io.tidings.ingest.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.ingest.oidc.SignInEndpoints;
import java.util.Optional;

/**
 * The client by which the pages sign people in at the issuer of OpenID Connect. It is a public client, which has no
 * secret.
 */
public record SignIn(String issuer, String clientId, String scope) {
    /** @param endpoints empty while the issuer does not respond */
    ObjectNode json(Optional<SignInEndpoints> endpoints) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", issuer)
                .put("clientId", clientId)
                .put("scope", scope);
        endpoints.ifPresent(
                known -> json.put("authorization", known.authorization()).put("token", known.token()));
        return json;
    }
}
