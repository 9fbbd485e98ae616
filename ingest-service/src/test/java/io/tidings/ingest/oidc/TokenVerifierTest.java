package io.tidings.ingest.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.tidings.contract.topic.TopicPattern;
import io.tidings.ingest.access.Grant;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.ingest.http.ApiError;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ACCESS-1: OIDC bearer tokens by issuer, audience and claim. */
class TokenVerifierTest {
    private static final String ISSUER = "https://login.example.com/realms/events";
    private static final String AZURE = "https://eventgrid.azure.net";
    private static final OidcSettings SETTINGS = new OidcSettings(
            URI.create(ISSUER),
            Set.of(IssuedTokens.AUDIENCE, AZURE),
            List.of("realm_access.roles", "oid"),
            List.of(
                    new RoleMapping("9c1e-app", new Grant(Role.PUBLISHER, List.of(new TopicPattern("orders")))),
                    new RoleMapping("events-admins", Grant.ofAllTopics(Role.ADMIN)),
                    new RoleMapping("orders-team", new Grant(Role.OPERATOR, List.of(new TopicPattern("orders*"))))));

    private final IssuedTokens issuer = new IssuedTokens(ISSUER);
    private final TokenVerifier verifier = TokenVerifier.of(SETTINGS, new ImmutableJWKSet<>(issuer.keys()));

    private static TokenCheck.Accepted accepted(String name, Grant... grants) {
        return new TokenCheck.Accepted(new Principal(name, List.of(grants), ISSUER, "realm_access.roles, oid"));
    }

    @Test
    void aTokenIsItsSubjectWithTheRolesOfItsClaim() {
        assertThat(verifier.check(issuer.token("7f3a", "offline_access", "orders-team"), Instant.EPOCH))
                .contains(accepted("oidc:7f3a", new Grant(Role.OPERATOR, List.of(new TopicPattern("orders*")))));
    }

    @Test
    void aTokenWithoutAMappedRoleIsAcceptedAndMayDoNothing() {
        assertThat(verifier.check(issuer.token("7f3a", "offline_access"), Instant.EPOCH))
                .contains(accepted("oidc:7f3a"));
    }

    /** B-IDENT-2: a managed identity of Azure has no claim with roles, and asks for the audience of Event Grid. */
    @Test
    void aTokenMayNameAnyOfTheAudiencesAndHaveItsRoleInAnyOfTheClaims() {
        var claims = issuer.claims("7f3a").audience(AZURE).claim("oid", "9c1e-app");
        assertThat(verifier.check(issuer.signed(claims.build()), Instant.EPOCH))
                .contains(accepted("oidc:7f3a", new Grant(Role.PUBLISHER, List.of(new TopicPattern("orders")))));
    }

    /** B-IDENT-2: publishers send many requests with one token. */
    @Test
    void anAcceptedTokenIsVerifiedOnceInAMinute() {
        var questions = new AtomicInteger();
        var counted = TokenVerifier.of(SETTINGS, (selector, _) -> {
            questions.incrementAndGet();
            return selector.select(issuer.keys());
        });
        var token = issuer.token("7f3a", "orders-team");
        var now = Instant.now();
        var first = counted.check(token, now);
        assertThat(counted.check(token, now.plus(AcceptedTokens.KEPT).minusMillis(1)))
                .isEqualTo(first);
        assertThat(questions).hasValue(1);
        assertThat(counted.check(token, now.plus(AcceptedTokens.KEPT))).isEqualTo(first);
        assertThat(questions).hasValue(2);
        counted.check(new IssuedTokens(ISSUER).token("7f3a"), now);
        assertThat(counted.accepted().size()).isOne();
    }

    @Test
    void anAcceptedTokenIsForgottenWhenItExpiresAndWhenThereAreTooMany() {
        var accepted = new AcceptedTokens();
        var check = accepted("oidc:7f3a");
        var now = Instant.EPOCH;
        accepted.add("short", check, now.plusSeconds(1), now);
        assertThat(accepted.find("short", now)).contains(check);
        assertThat(accepted.find("short", now.plusSeconds(1))).isEmpty();
        for (int i = 0; i < AcceptedTokens.MOST; i++) {
            accepted.add("token-" + i, check, now.plusSeconds(1), now);
        }
        assertThat(accepted.size()).isEqualTo(AcceptedTokens.MOST);
        assertThat(accepted.find("short", now)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"JWT", "at+jwt"})
    void idTokensAndAccessTokensAreAccepted(String type) {
        var token = issuer.signed(issuer.claims("7f3a").build(), new JOSEObjectType(type));
        assertThat(verifier.check(token, Instant.EPOCH)).containsInstanceOf(TokenCheck.Accepted.class);
    }

    @Test
    void tokensForOtherPurposesAreRefused() {
        var token = issuer.signed(issuer.claims("7f3a").build(), new JOSEObjectType("logout+jwt"));
        assertThat(refused(token).status()).isEqualTo(401);
    }

    @Test
    void clocksMayDifferByAMinute() {
        var late = issuer.claims("7f3a").claim("exp", IssuedTokens.fromNow(Duration.ofSeconds(-30)));
        assertThat(verifier.check(issuer.signed(late.build()), Instant.EPOCH))
                .containsInstanceOf(TokenCheck.Accepted.class);
        var early = issuer.claims("7f3a").claim("nbf", IssuedTokens.fromNow(Duration.ofSeconds(30)));
        assertThat(verifier.check(issuer.signed(early.build()), Instant.EPOCH))
                .containsInstanceOf(TokenCheck.Accepted.class);
    }

    @Test
    void anExpiredTokenIsRefusedAndSaysSo() {
        var claims = issuer.claims("7f3a").claim("exp", IssuedTokens.fromNow(Duration.ofSeconds(-70)));
        assertThat(refused(issuer.signed(claims.build())).message()).contains("has expired");
    }

    @Test
    void aTokenThatIsNotValidYetIsRefused() {
        var claims = issuer.claims("7f3a").claim("nbf", IssuedTokens.fromNow(Duration.ofMinutes(2)));
        assertThat(refused(issuer.signed(claims.build())).message()).contains("before");
    }

    @Test
    void aTokenForAnotherAudienceIsRefused() {
        assertThat(refused(issuer.signed(issuer.claims("7f3a").audience("shop").build()))
                        .message())
                .contains("aud");
    }

    @Test
    void aTokenOfAnotherIssuerIsRefusedEvenWithAKnownKey() {
        assertThat(refused(issuer.signed(
                                issuer.claims("7f3a").issuer(ISSUER + "2").build()))
                        .message())
                .contains("iss");
    }

    @Test
    void aTokenWithoutAnEndOrASubjectIsRefused() {
        assertThat(refused(issuer.signed(
                                issuer.claims("7f3a").claim("exp", null).build()))
                        .message())
                .contains("exp");
        assertThat(refused(issuer.signed(issuer.claims("7f3a").subject(null).build()))
                        .message())
                .contains("sub");
    }

    @Test
    void noSubjectHasTheNameOfTheAdmin() {
        assertThat(verifier.check(issuer.token("admin"), Instant.EPOCH)).contains(accepted("oidc:admin"));
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"", "  ", "a\nb", "a\u0000", "a\u001b[2J", "a\u202eb", "a\u2028b"})
    void aSubjectThatCannotBeShownIsRefused(String subject) {
        assertThat(refused(issuer.token(subject)).message()).contains("sub");
    }

    @Test
    void aSubjectHasAtMost256Characters() {
        assertThat(verifier.check(issuer.token("a".repeat(256)), Instant.EPOCH))
                .containsInstanceOf(TokenCheck.Accepted.class);
        assertThat(refused(issuer.token("a".repeat(257))).message()).contains("256");
    }

    @Test
    void aTokenThatAnotherKeySignedIsRefused() {
        var stranger = new IssuedTokens(ISSUER);
        assertThat(refused(stranger.token("7f3a", "events-admins")).status()).isEqualTo(401);
    }

    @Test
    void aTokenWithoutASignatureIsRefused() {
        var token = new PlainJWT(issuer.claims("7f3a", "events-admins").build());
        assertThat(refused(token.serialize()).status()).isEqualTo(401);
    }

    /** An issuer's public key is no secret, so it must not be taken for one. */
    @Test
    void aTokenThatIsSignedWithThePublicKeyAsASecretIsRefused() throws JOSEException {
        var key = new RSAKeyGenerator(2048).keyID("rsa").generate();
        var rsa = TokenVerifier.of(SETTINGS, new ImmutableJWKSet<>(new JWKSet(key.toPublicJWK())));
        assertThat(rsa.check(signed(key, JWSAlgorithm.RS256), Instant.EPOCH))
                .containsInstanceOf(TokenCheck.Accepted.class);
        assertThat(rsa.check(signed(key, JWSAlgorithm.HS256), Instant.EPOCH))
                .hasValueSatisfying(checked -> assertThat(
                                ((TokenCheck.Refused) checked).error().status())
                        .isEqualTo(401));
    }

    private String signed(RSAKey key, JWSAlgorithm algorithm) throws JOSEException {
        var token = new SignedJWT(
                new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(),
                issuer.claims("7f3a", "events-admins").build());
        token.sign(
                algorithm.equals(JWSAlgorithm.HS256)
                        ? new MACSigner(key.toRSAPublicKey().getEncoded())
                        : new RSASSASigner(key));
        return token.serialize();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"token", "a.b.c", "eyJhbGciOiJub25lIn0", "..", "a.b"})
    void aTextThatIsNoTokenOfAnIssuerIsLeftToOthers(String text) {
        assertThat(verifier.check(text, Instant.EPOCH)).isEmpty();
    }

    @Test
    void withoutKeysTheTokenIsNotCalledWrongAndStrangersDoNotLearnWhy() {
        var away = TokenVerifier.of(SETTINGS, (_, _) -> {
            throw new KeySourceException("the connection to 10.0.0.7:8443 was refused");
        });
        assertThat(away.check(issuer.token("7f3a"), Instant.EPOCH)).hasValueSatisfying(checked -> {
            var error = ((TokenCheck.Refused) checked).error();
            assertThat(error.status()).isEqualTo(503);
            assertThat(error.message()).contains("cannot be read at the moment").doesNotContain("10.0.0.7");
        });
    }

    private ApiError refused(String token) {
        var error = ((TokenCheck.Refused) verifier.check(token, Instant.EPOCH).orElseThrow()).error();
        assertThat(error.status()).isEqualTo(401);
        return error;
    }
}
