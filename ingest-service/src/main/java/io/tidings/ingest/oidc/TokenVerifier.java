package io.tidings.ingest.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.tidings.ingest.access.BearerTokens;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.ingest.http.ApiError;
import java.text.ParseException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Accepts the tokens that an issuer signed with one of its asymmetric keys, for our audience, and that have not expired.
 * The clocks of issuer and service may differ by 60 seconds, Nimbus' default. Thread-safe.
 */
record TokenVerifier(JWTProcessor<SecurityContext> processor, ClaimedRoles roles, AcceptedTokens accepted)
        implements BearerTokens {
    /** No algorithm with a shared secret, and not {@code none}. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    /** In seconds; Nimbus' default. */
    private static final int CLOCK_SKEW = DefaultJWTClaimsVerifier.DEFAULT_MAX_CLOCK_SKEW_SECONDS;

    /** Tells subjects from the names of other tokens, which have no colon. */
    private static final String PREFIX = "oidc:";

    /** A subject is shown in logs, so it has no control or formatting characters and no line separators. */
    private static final Pattern SUBJECT = Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]{1,256}");

    /** The types of ID tokens and of access tokens (RFC 9068); many issuers state none. */
    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    static TokenVerifier of(OidcSettings settings, JWKSource<SecurityContext> keys) {
        var processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, ACCESS_TOKEN, null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                settings.audiences(),
                new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
                Set.of("sub", "exp"),
                Set.of()));
        return new TokenVerifier(
                processor, new ClaimedRoles(settings.roleClaims(), settings.mappings()), new AcceptedTokens());
    }

    /** Leaves the time to Nimbus, but for tokens that were accepted a moment ago. */
    @Override
    public Optional<TokenCheck> check(String token, Instant now) {
        var known = accepted.find(token, now);
        if (known.isPresent()) {
            return Optional.of(known.get());
        }
        try {
            return Optional.of(verified(token, JWTParser.parse(token), now));
        } catch (ParseException _) {
            return Optional.empty(); // a token of another kind
        }
    }

    private TokenCheck verified(String text, JWT token, Instant now) {
        try {
            var claims = processor.process(token, null);
            var subject = claims.getSubject();
            if (subject.isBlank() || !SUBJECT.matcher(subject).matches()) {
                return TokenCheck.unauthorized(
                        "the sub of the token must have 1 to 256 characters, and no control characters");
            }
            var principal = new Principal(
                    PREFIX + subject,
                    roles.of(claims.getClaims()),
                    claims.getIssuer(),
                    String.join(", ", roles.names()));
            return accepted.add(
                    text,
                    new TokenCheck.Accepted(principal),
                    claims.getExpirationTime().toInstant().plusSeconds(CLOCK_SKEW),
                    now);
        } catch (ExpiredJWTException _) {
            return TokenCheck.unauthorized("the token has expired; get a new one from the OIDC issuer");
        } catch (BadJOSEException e) {
            return TokenCheck.unauthorized("the token of the OIDC issuer is not accepted: " + e.getMessage());
        } catch (KeySourceException _) { // IssuerKeys logs the reason, which names hosts and is not for strangers
            return new TokenCheck.Refused(ApiError.unavailable(
                    "the token cannot be checked, because the keys of its issuer cannot be read at the moment; the log"
                            + " of the service says why"));
        } catch (JOSEException e) {
            return TokenCheck.unauthorized("the signature of the token cannot be checked: " + e.getMessage());
        }
    }
}
