package io.tidings.ingest.oidc;

import io.tidings.ingest.access.BearerTokens;
import io.tidings.ingest.access.TokenCheck;
import java.time.Instant;
import java.util.Optional;

/** The tokens of an OIDC issuer, whose keys are fetched when a token needs them (B-ACCESS-1). Thread-safe. */
public final class OidcTokens implements BearerTokens, AutoCloseable {
    private final IssuerClient issuer;
    private final IssuerKeys keys;
    private final TokenVerifier verifier;

    private OidcTokens(IssuerClient issuer, IssuerKeys keys, TokenVerifier verifier) {
        this.issuer = issuer;
        this.keys = keys;
        this.verifier = verifier;
    }

    public static OidcTokens open(OidcSettings settings) {
        var issuer = IssuerClient.open(settings);
        var keys = new IssuerKeys(issuer::keys, System::nanoTime, Thread::startVirtualThread, IssuerKeys.PATIENCE);
        return new OidcTokens(issuer, keys, TokenVerifier.of(settings, keys));
    }

    @Override
    public Optional<TokenCheck> check(String token, Instant now) {
        return verifier.check(token, now);
    }

    /** Returns where browsers sign people in; empty while the issuer does not respond, or if it names no such place. */
    public Optional<SignInEndpoints> signInEndpoints() {
        keys.prepare();
        return issuer.endpoints();
    }

    @Override
    public void close() {
        issuer.close();
    }
}
