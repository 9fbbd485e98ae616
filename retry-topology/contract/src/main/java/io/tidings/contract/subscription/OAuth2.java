package io.tidings.contract.subscription;

import java.net.URI;
import java.util.Locale;
import java.util.function.UnaryOperator;
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
        ClientAuthentication clientAuthentication,
        @Nullable String scope,
        @Nullable String audience) {

    /** The way in which the token endpoint knows the client. */
    public sealed interface ClientAuthentication {
        String wireName();
    }

    /** A secret that both sides know (RFC 6749 §2.3.1). */
    public record ClientSecret(String value, Place place) implements ClientAuthentication {
        public enum Place {
            BASIC,
            POST;

            public String wireName() {
                return "client_secret_" + name().toLowerCase(Locale.ROOT);
            }
        }

        @Override
        public String wireName() {
            return place.wireName();
        }

        /** Leaves the secret out. */
        @Override
        public String toString() {
            return wireName();
        }
    }

    /**
     * An assertion signed with the private key of an identity (RFC 7523 §2.2).
     *
     * @param identity its name, as for client certificates
     */
    public record SignedAssertion(String identity) implements ClientAuthentication {
        public static final String WIRE_NAME = "private_key_jwt";

        @Override
        public String wireName() {
            return WIRE_NAME;
        }
    }

    /** Returns null if the client has a private key. */
    public @Nullable String clientSecret() {
        return clientAuthentication instanceof ClientSecret secret ? secret.value() : null;
    }

    /** Returns null if the client has a secret. */
    public @Nullable String signingIdentity() {
        return clientAuthentication instanceof SignedAssertion assertion ? assertion.identity() : null;
    }

    public OAuth2 at(URI otherTokenUrl) {
        return new OAuth2(otherTokenUrl, clientId, clientAuthentication, scope, audience);
    }

    /** The token URL without its query, which may hold a secret. */
    public String baseUrl() {
        var text = tokenUrl.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    /** Replaces the secret, if there is one. */
    public OAuth2 mapSecret(UnaryOperator<String> change) {
        return clientAuthentication instanceof ClientSecret(var value, var place)
                ? new OAuth2(tokenUrl, clientId, new ClientSecret(change.apply(value), place), scope, audience)
                : this;
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "OAuth2[" + tokenUrl.getHost() + ", " + clientId + "]";
    }
}
