package io.tidings.runtime.authentication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.X509CertUtils;
import com.nimbusds.jwt.SignedJWT;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientAuthentication;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import io.tidings.runtime.certificate.CertificateFiles;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.testbed.network.TestCertificate;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-AUTH-2: requests to token endpoints (RFC 6749 §2.3.1, §4.4, RFC 7523 §2.2). */
class TokenQuestionsTest {
    private static final URI URL = URI.create("https://login.example.com/token?key=k");

    @TempDir
    Path folder;

    @Test
    void theSecretIsInTheHeader() throws JOSEException {
        var basic = withoutKeys(new ClientSecret("hu:sh", Place.BASIC), "orders invoices", "https://api.example.com");
        var credentials = Base64.getEncoder().encodeToString("a+client:hu%3Ash".getBytes(UTF_8));
        assertThat(basic.method()).isEqualTo("POST");
        assertThat(basic.url()).isEqualTo(URL);
        assertThat(basic.headers())
                .containsEntry("authorization", "Basic " + credentials)
                .hasEntrySatisfying(
                        "content-type", type -> assertThat(type).startsWith("application/x-www-form-urlencoded"));
        assertThat(parameters(basic))
                .isEqualTo(Map.of(
                        "grant_type",
                        "client_credentials",
                        "scope",
                        "orders invoices",
                        "audience",
                        "https://api.example.com"));
    }

    @Test
    void theSecretIsInTheBody() throws JOSEException {
        var post = withoutKeys(new ClientSecret("hu:sh", Place.POST), null, null);
        assertThat(post.headers()).doesNotContainKey("authorization");
        assertThat(parameters(post))
                .isEqualTo(
                        Map.of("grant_type", "client_credentials", "client_id", "a client", "client_secret", "hu:sh"));
    }

    @Test
    void anAssertionIsSignedWithTheKeyOfTheIdentity() throws Exception {
        for (var algorithm : List.of("EC", "RSA")) {
            var certificate = TestCertificate.make(folder.resolve(algorithm), algorithm, "dns:localhost");
            var files = List.of(certificate.certificateFile(), certificate.keyFile());
            try (var identities = CertificateFiles.open(Map.of("partner", files), Map.of())) {
                var question = new TokenQuestions(identities::signingKey)
                        .of(new OAuth2(URL, "a client", new SignedAssertion("partner"), "orders", null));
                var sent = parameters(question);
                assertThat(question.headers()).doesNotContainKey("authorization");
                assertThat(sent)
                        .containsEntry("grant_type", "client_credentials")
                        .containsEntry("scope", "orders")
                        .containsEntry(
                                "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
                        .doesNotContainKey("client_secret");
                var assertion = SignedJWT.parse(sent.get("client_assertion"));
                var claims = assertion.getJWTClaimsSet();
                assertThat(assertion.verify(
                                certificate.x509().getPublicKey() instanceof RSAPublicKey rsa
                                        ? new RSASSAVerifier(rsa)
                                        : new ECDSAVerifier(
                                                (ECPublicKey) certificate.x509().getPublicKey())))
                        .isTrue();
                assertThat(assertion.getHeader().getX509CertSHA256Thumbprint())
                        .isEqualTo(X509CertUtils.computeSHA256Thumbprint(certificate.x509()));
                assertThat(claims.getIssuer()).isEqualTo("a client");
                assertThat(claims.getSubject()).isEqualTo("a client");
                assertThat(claims.getAudience()).containsExactly(URL.toString());
                assertThat(claims.getJWTID()).isNotBlank();
                assertThat(claims.getExpirationTime())
                        .isBetween(
                                Date.from(Instant.now()),
                                Date.from(Instant.now().plusSeconds(600)));
            }
        }
    }

    @Test
    void withoutTheKeyThereIsNoRequest() {
        assertThatThrownBy(() -> withoutKeys(new SignedAssertion("partner"), null, null))
                .isInstanceOf(JOSEException.class)
                .hasMessage("it is missing");
    }

    private static HttpQuestion withoutKeys(ClientAuthentication authentication, String scope, String audience)
            throws JOSEException {
        return new TokenQuestions(_ -> null).of(new OAuth2(URL, "a client", authentication, scope, audience));
    }

    private static Map<String, String> parameters(HttpQuestion question) {
        return Arrays.stream(question.body().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], UTF_8)));
    }
}
