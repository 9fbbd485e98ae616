package io.tidings.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Date;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The description of an unreachable endpoint for operators. */
class FailureDescriptionTest {
    private static final String AT = "hooks.example:443";

    static Stream<Arguments> sentences() {
        var slow = new UnknownHostException("the lookup took too long");
        slow.initCause(new TimeoutException());
        return Stream.of(
                Arguments.of(new ConnectException("Connection refused"), "connection refused: " + AT),
                Arguments.of(new ConnectException("No route to host"), "no connection: " + AT),
                Arguments.of(new UnknownHostException("hooks.example"), "no address for hooks.example"),
                Arguments.of(slow, "looking up hooks.example took too long"),
                Arguments.of(new ConnectTimeoutException("late"), "no connection in time: " + AT),
                Arguments.of(new SocketTimeoutException("late"), "no response in time: " + AT),
                Arguments.of(new SocketException("Connection reset"), "connection closed before a response: " + AT),
                Arguments.of(new ConnectionClosedException(), "connection closed before a response: " + AT),
                Arguments.of(
                        new MessageConstraintException("Maximum header count exceeded"),
                        "response beyond a limit (Maximum header count exceeded): " + AT),
                Arguments.of(new ProtocolException("rubbish from the endpoint"), "no valid HTTP response: " + AT),
                Arguments.of(
                        handshake(new CertificateParsingException("x", new CertPathBuilderException("y"))),
                        "certificate of an unknown authority: " + AT),
                Arguments.of(
                        handshake(new CertificateException("No subject alternative DNS name")),
                        "certificate not for hooks.example: " + AT),
                Arguments.of(handshake(new IOException("what else")), "TLS handshake failed: " + AT));
    }

    private static SSLHandshakeException handshake(Exception cause) {
        var handshake = new SSLHandshakeException("PKIX path validation failed");
        handshake.initCause(cause);
        return handshake;
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("sentences")
    void everyFailureHasItsSentence(Exception failure, String sentence) {
        assertThat(FailureDescription.of(failure, "hooks.example", AT)).isEqualTo(sentence);
    }

    @Test
    void anExpiredCertificateIsReportedWithItsDate(@TempDir Path folder) throws Exception {
        var certificate =
                TestCertificate.make(folder, "EC", "dns:hooks.example").x509();
        var end = certificate.getNotAfter().toInstant();
        var expired = expired(certificate, end.plusSeconds(1));
        assertThat(FailureDescription.of(
                        handshake(new CertificateParsingException(new CertPathValidatorException(expired))),
                        "hooks.example",
                        AT))
                .isEqualTo("certificate expired " + LocalDate.ofInstant(end, ZoneId.systemDefault()) + ": " + AT);
    }

    @Test
    void aDateInAnotherFormIsLeftOut() {
        assertThat(FailureDescription.of(handshake(new CertificateExpiredException("yesterday")), "hooks.example", AT))
                .isEqualTo("certificate expired: " + AT);
    }

    private static CertificateExpiredException expired(X509Certificate certificate, Instant now) throws Exception {
        try {
            certificate.checkValidity(Date.from(now));
        } catch (CertificateExpiredException expired) {
            return expired;
        }
        throw new AssertionError("valid at " + now);
    }
}
