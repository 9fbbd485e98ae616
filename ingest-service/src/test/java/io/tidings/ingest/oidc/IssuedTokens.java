package io.tidings.ingest.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An issuer with one key, and tokens with claims like Keycloak's. */
public final class IssuedTokens {
    public static final String AUDIENCE = "tidings";

    private final String issuer;
    private final ECKey key;

    public IssuedTokens(String issuer) {
        this.issuer = issuer;
        try {
            key = new ECKeyGenerator(Curve.P_256).keyID("k1").generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    JWKSet keys() {
        return new JWKSet(key.toPublicJWK());
    }

    /** The key set as the issuer serves it. */
    public String published() {
        return keys().toString();
    }

    /** A token of five minutes. */
    public String token(String subject, String... roles) {
        return signed(claims(subject, roles).build());
    }

    /** The same for another audience. */
    public String tokenFor(String audience, String subject, String... roles) {
        return signed(claims(subject, roles).audience(audience).build());
    }

    JWTClaimsSet.Builder claims(String subject, String... roles) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(List.of("account", AUDIENCE))
                .subject(subject)
                .claim("exp", fromNow(Duration.ofMinutes(5)))
                .claim("realm_access", Map.of("roles", List.of(roles)));
    }

    static long fromNow(Duration duration) {
        return Instant.now().plus(duration).getEpochSecond();
    }

    String signed(JWTClaimsSet claims) {
        return signed(claims, JOSEObjectType.JWT);
    }

    String signed(JWTClaimsSet claims, JOSEObjectType type) {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID(key.getKeyID())
                .type(type)
                .build();
        var token = new SignedJWT(header, claims);
        try {
            token.sign(new ECDSASigner(key));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
        return token.serialize();
    }
}
