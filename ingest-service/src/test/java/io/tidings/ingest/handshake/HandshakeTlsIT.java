package io.tidings.ingest.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.ingest.SelfSigned;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.EdgeConfig;
import io.tidings.ingest.http.HttpEdge;
import io.tidings.ingest.http.Request;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-3: endpoints are asked over TLS, and only those whose certificate is trusted and has their name. */
class HandshakeTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final AtomicInteger asked = new AtomicInteger();

    @TempDir
    static Path folder;

    private static SelfSigned certificate;
    private static HttpEdge endpoint;

    @BeforeAll
    static void start() throws Exception {
        certificate = SelfSigned.in(folder, "EC");
        var https = new EdgeConfig.Https(0, certificate.certificate(), certificate.key());
        endpoint = HttpEdge.start(
                new EdgeConfig("0.0.0.0", null, https, null, 10, 1 << 22, LIMIT, LIMIT, Duration.ZERO, Duration.ZERO),
                new HttpEdge.Answers(HandshakeTlsIT::consent, HandshakeTlsIT::consent));
    }

    private static Answer consent(Request request) {
        asked.incrementAndGet();
        return Answer.empty(200).with("WebHook-Allowed-Origin", "*");
    }

    @AfterAll
    static void stop() {
        endpoint.close();
    }

    @Test
    void aTrustedEndpointIsAsked() {
        var reply = ask(new DefaultClientTlsStrategy(certificate.trust()), "localhost");
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Answered.class,
                        answer -> assertThat(answer.header("webhook-allowed-origin"))
                                .contains("*"));
    }

    @Test
    void aCertificateThatNobodyTrustsEndsItBeforeAnythingIsSaid() {
        int before = asked.get();
        assertThat(ask(DefaultClientTlsStrategy.createDefault(), "localhost"))
                .isInstanceOfSatisfying(
                        Reply.Missing.class,
                        missing -> assertThat(missing.reason()).startsWith("the endpoint's TLS is not trusted"));
        assertThat(asked).hasValue(before);
    }

    @Test
    void aCertificateOfAnotherNameDoesSoToo() {
        int before = asked.get();
        assertThat(ask(new DefaultClientTlsStrategy(certificate.trust()), "127.0.0.2"))
                .isInstanceOfSatisfying(
                        Reply.Missing.class,
                        missing -> assertThat(missing.reason()).startsWith("the endpoint's TLS is not trusted"));
        assertThat(asked).hasValue(before);
    }

    private static Reply ask(TlsSocketStrategy tls, String host) {
        try (var client = HandshakeClient.open(
                new EndpointRules(false), AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")), LIMIT, 4, tls)) {
            var url = URI.create("https://" + host + ":" + endpoint.httpsPort() + "/hook");
            return client.ask(new Question.Request("OPTIONS", url, Map.of(), ""));
        }
    }
}
