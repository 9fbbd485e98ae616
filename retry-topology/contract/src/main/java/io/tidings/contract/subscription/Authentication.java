package io.tidings.contract.subscription;

import org.jspecify.annotations.Nullable;

/**
 * The proof of a worker to an endpoint of who it is, and its check of who the endpoint is (B-AUTH-2, B-AUTH-3).
 *
 * @param oauth2 null if requests carry no token
 * @param identity name of a client certificate that the workers have; null for none
 * @param trust name of the certificates that the endpoint's must descend from; null for the JDK's
 */
public record Authentication(
        @Nullable OAuth2 oauth2,
        @Nullable String identity,
        @Nullable String trust) {
    public static final Authentication NONE = new Authentication(null, null, null);

    public Authentication with(@Nullable OAuth2 other) {
        return new Authentication(other, identity, trust);
    }
}
