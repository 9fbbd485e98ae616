package io.tidings.ingest.oidc;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The identity provider whose tokens managers and publishers may send.
 *
 * @param audiences of which a token must name one
 * @param roleClaims the names of claims, or their paths with dots
 * @param mappings of the values of the claims
 */
public record OidcSettings(URI issuer, Set<String> audiences, List<String> roleClaims, List<RoleMapping> mappings) {
    private static final String DISCOVERY = "/.well-known/openid-configuration";

    public OidcSettings {
        audiences = Set.copyOf(audiences);
        roleClaims = List.copyOf(roleClaims);
        mappings = List.copyOf(mappings);
    }

    /** Returns the same issuer for tokens that were made for another audience. */
    public OidcSettings withAudiences(Set<String> others) {
        return new OidcSettings(issuer, others, roleClaims, mappings);
    }

    URI discovery() {
        return URI.create(issuer.toString().replaceFirst("/$", "") + DISCOVERY);
    }

    /** Only an issuer on this machine, which is for trials, may do without TLS. */
    boolean allowHttp() {
        return issuer.getScheme().toLowerCase(Locale.ROOT).equals("http");
    }
}
