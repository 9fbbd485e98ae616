package io.tidings.ingest.oidc;

import java.net.URI;
import java.util.List;
import java.util.Locale;

/**
 * The identity provider whose tokens managers may send.
 *
 * @param audience that a token must name
 * @param roleClaim the name of a claim, or its path with dots
 * @param mappings of the values of the claim
 */
public record OidcSettings(URI issuer, String audience, String roleClaim, List<RoleMapping> mappings) {
    private static final String DISCOVERY = "/.well-known/openid-configuration";

    public OidcSettings {
        mappings = List.copyOf(mappings);
    }

    URI discovery() {
        return URI.create(issuer.toString().replaceFirst("/$", "") + DISCOVERY);
    }

    /** Only an issuer on this machine, which is for trials, may do without TLS. */
    boolean allowHttp() {
        return issuer.getScheme().toLowerCase(Locale.ROOT).equals("http");
    }
}
