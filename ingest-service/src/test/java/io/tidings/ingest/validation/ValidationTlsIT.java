package io.tidings.ingest.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.server.IngestServer;
import io.tidings.ingest.server.ServerConfig;
import io.tidings.testbed.network.TestCertificate;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-3: endpoints are asked over TLS, and only those whose certificate is trusted and has their name. */
class ValidationTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final AtomicInteger asked = new AtomicInteger();

    @TempDir
    static Path folder;

    private static TestCertificate certificate;
    private static IngestServer endpoint;

    @BeforeAll
    static void start() throws Exception {
        certificate = TestCertificate.make(folder, "EC", "dns:localhost", "ip:127.0.0.1");
        var https = new ServerConfig.Https(0, certificate.certificateFile(), certificate.keyFile());
        endpoint = IngestServer.start(
                new ServerConfig(
                        "0.0.0.0", null, https, null, 10, 1 << 22, LIMIT, LIMIT, LIMIT, Duration.ZERO, Duration.ZERO),
                ValidationTlsIT::consent,
                ValidationTlsIT::consent);
    }

    private static Response consent(Request request) {
        asked.incrementAndGet();
        return Response.empty(200).with("WebHook-Allowed-Origin", "*");
    }

    @AfterAll
    static void stop() {
        endpoint.close();
    }

    @Test
    void aTrustedEndpointIsAsked() {
        var response = ask(certificate.trusting(), "localhost");
        assertThat(response)
                .isInstanceOfSatisfying(
                        ValidationResponse.Received.class,
                        answer -> assertThat(answer.header("webhook-allowed-origin"))
                                .contains("*"));
    }

    @Test
    void anUntrustedCertificateEndsTheHandshakeBeforeTheRequest() {
        int before = asked.get();
        assertThat(ask(null, "localhost"))
                .isInstanceOfSatisfying(
                        ValidationResponse.Missing.class,
                        missing -> assertThat(missing.reason()).startsWith("the endpoint's TLS is not trusted"));
        assertThat(asked).hasValue(before);
    }

    @Test
    void aCertificateOfAnotherNameDoesSoToo() {
        int before = asked.get();
        assertThat(ask(certificate.trusting(), "127.0.0.2"))
                .isInstanceOfSatisfying(
                        ValidationResponse.Missing.class,
                        missing -> assertThat(missing.reason()).startsWith("the endpoint's TLS is not trusted"));
        assertThat(asked).hasValue(before);
    }

    private static ValidationResponse ask(@Nullable SSLContext tls, String host) {
        try (var client = ValidationClient.open(
                new EndpointRules(false), AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")), null, LIMIT, 4)) {
            var url = URI.create("https://" + host + ":" + endpoint.httpsPort() + "/hook");
            return client.ask(new ValidationQuestion.ValidationRequest("OPTIONS", url, Map.of(), ""), tls);
        }
    }
}
