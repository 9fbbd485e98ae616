package io.tidings.contract.extension;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The client credentials that a worker exchanges for a token (RFC 6749 §4.4, B-AUTH-2).
 *
 * @param scope null if none is asked for
 * @param audience null if none is asked for
 */
public record OAuth2(
        URI tokenUrl,
        String clientId,
        String clientSecret,
        ClientAuthentication clientAuthentication,
        @Nullable String scope,
        @Nullable String audience) {

    /** How the token endpoint is told the secret. */
    public enum ClientAuthentication {
        BASIC("client_secret_basic"),
        POST("client_secret_post");

        private final String wireName;

        ClientAuthentication(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public OAuth2 withSecret(String other) {
        return new OAuth2(tokenUrl, clientId, other, clientAuthentication, scope, audience);
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "OAuth2[" + tokenUrl.getHost() + ", " + clientId + "]";
    }
}
