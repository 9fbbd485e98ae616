package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.outcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.address.AddressResolver;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.webhook.RawServer.Connection;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-DEL-4 and B-OUT: how connections come about, or do not, and how long they are used. */
@Order(1)
class ConnectIT {
    private static final Responded DELIVERED = new Responded(200, null);
    /** Longer than every timeout of the test. */
    private static final Duration LONG = Duration.ofMinutes(5);
    /** Waited out; long enough for a lookup and a connect on a machine that stands still meanwhile. */
    private static final Duration SHORT = Duration.ofSeconds(12);

    private static final Duration LIFE = Duration.ofMillis(300);
    private static final TlsStrategy TLS = DefaultClientTlsStrategy.createDefault();

    private final AtomicLong nanos = new AtomicLong();

    /** The former address is connected to once, because the new one is known before another request is sent. */
    @Test
    void aChangedAddressIsSeenWhenTheConnectionHasLivedItsLife() throws Exception {
        var names = new Moving();
        var resolver = new AddressResolver(LOOPBACK, names, nanos::get);
        try (var before = new RawServer("127.0.0.1", FreePort.next(), ConnectIT::answerAll);
                var after = samePort(before);
                var client = client(resolver, TLS, new Connections.ConnectionLimits(LONG, LONG, LIFE, 10))) {
            var url = "http://moving.example:" + before.port() + "/hook";
            assertThat(outcomeAt(client, url)).isEqualTo(DELIVERED);
            names.address = "127.0.0.2";
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            var _ = resolver.lookup("moving.example");
            await().until(() -> resolver.resolve("moving.example")[0].equals(InetAddress.ofLiteral("127.0.0.2")));
            await().untilAsserted(() -> {
                assertThat(outcomeAt(client, url)).isEqualTo(DELIVERED);
                assertThat(after.requests()).isNotEmpty();
            });
            assertThat(before.connections()).isEqualTo(1);
        }
    }

    @Test
    void untilThenTheConnectionIsUsed() throws Exception {
        var names = new Moving();
        try (var before = new RawServer("127.0.0.1", 0, ConnectIT::answerAll);
                var client = client(names, TLS, new Connections.ConnectionLimits(LONG, LONG, LONG, 10))) {
            var url = "http://moving.example:" + before.port() + "/hook";
            for (int i = 0; i < 10; i++) {
                assertThat(outcomeAt(client, url)).isEqualTo(DELIVERED);
                names.address = "127.0.0.2";
                nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            }
            assertThat(before.connections()).isEqualTo(1);
        }
    }

    @Test
    void aNameThatDoesNotExistIsAResolutionFailure() throws Exception {
        try (var client = SmallRequests.client(LONG, LONG)) {
            assertThat(outcomeAt(client, "http://no-such-host.invalid/hook"))
                    .isEqualTo(new Unreachable(Cause.RESOLUTION));
        }
    }

    /** Else a slow lookup would be waited for twice. */
    @Test
    void aFailedLookupIsNotTriedAgain() throws Exception {
        var lookups = new AtomicInteger();
        DnsResolver unknown = new Moving() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                lookups.incrementAndGet();
                nanos.addAndGet(Duration.ofMinutes(1).toNanos()); // so that the failure is not remembered
                throw new UnknownHostException(host);
            }
        };
        try (var client = client(unknown, TLS, new Connections.ConnectionLimits(LONG, LONG, LONG, 10))) {
            assertThat(outcomeAt(client, "http://unknown.example/hook")).isEqualTo(new Unreachable(Cause.RESOLUTION));
            assertThat(lookups).hasValue(1);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aLookupThatTakesTooLongIsAResolutionFailure() throws Exception {
        var answered = new CountDownLatch(1);
        DnsResolver slow = new Moving() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                try {
                    answered.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return super.resolve(host);
            }
        };
        try (var client = client(slow, TLS, new Connections.ConnectionLimits(SHORT, LONG, LONG, 10))) {
            assertThat(outcomeAt(client, "http://slow.example/hook")).isEqualTo(new Unreachable(Cause.RESOLUTION));
        } finally {
            answered.countDown();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aHandshakeThatTakesTooLongIsUnreachable() throws Exception {
        try (var server = new RawServer(Connection::hang);
                var client = client(new Moving(), TLS, new Connections.ConnectionLimits(SHORT, LONG, LONG, 10))) {
            assertThat(outcomeAt(client, server.url().replace("http:", "https:")))
                    .isEqualTo(new Unreachable(Cause.SOCKET));
            await().untilAsserted(() -> assertThat(server.connections()).isEqualTo(1));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void theRequestThatFindsNoFreeConnectionIsNotSent() throws Exception {
        try (var server = new RawServer(Connection::hang);
                var client = client(new Moving(), TLS, new Connections.ConnectionLimits(SHORT, LONG, LONG, 1))) {
            var first = client.post(SmallRequests.to(server.url()), () -> true, _ -> {});
            await().until(() -> server.connections() == 1);
            assertThat(outcomeAt(client, server.url())).isEqualTo(new NotSent());
            assertThat(first.responded()).isFalse();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsUnreachable(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = SmallRequests.client(LONG, LONG)) {
            assertThat(outcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(webhook.requests()).isEmpty();
        }
    }

    @Test
    void aCertificateOfAnotherNameIsUnreachable(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:other.example");
        var trusting = new DefaultClientTlsStrategy(certificate.trusting());
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = client(new Moving(), trusting, new Connections.ConnectionLimits(LONG, LONG, LONG, 10))) {
            assertThat(outcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(webhook.requests()).isEmpty();
        }
    }

    @Test
    void aTrustedCertificateOfTheRightNameIsGoodEnough(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        var trusting = new DefaultClientTlsStrategy(certificate.trusting());
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = client(new Moving(), trusting, new Connections.ConnectionLimits(LONG, LONG, LONG, 10))) {
            assertThat(outcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
        }
    }

    /** A session that resumes another one keeps its time of creation. */
    @Test
    void aSecondConnectionToTheSameEndpointResumesTheSession(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        var trusting = new DefaultClientTlsStrategy(certificate.trusting());
        var created = new ConcurrentLinkedQueue<Long>();
        try (var server = new RawServer(certificate.context(), connection -> {
                    connection.read();
                    created.add(((SSLSocket) connection.socket()).getSession().getCreationTime());
                    connection.say(RawServer.OK);
                });
                var client = client(new Moving(), trusting, new Connections.ConnectionLimits(LONG, LONG, LONG, 10))) {
            for (int i = 0; i < 10; i++) {
                assertThat(outcomeAt(client, server.url())).isEqualTo(DELIVERED);
            }
            assertThat(created).hasSize(10).containsOnly(created.element());
        }
    }

    private WebhookClient client(DnsResolver names, TlsStrategy tls, Connections.ConnectionLimits bounds) {
        return client(new AddressResolver(LOOPBACK, names, nanos::get), tls, bounds);
    }

    private static WebhookClient client(AddressResolver names, TlsStrategy tls, Connections.ConnectionLimits bounds) {
        return WebhookClient.open(SmallRequests.credentials(), EVERY_URL, names, null, tls, bounds);
    }

    /** Another server of the same port on another address, as far as the system has not given it away. */
    private static RawServer samePort(RawServer other) throws IOException {
        try {
            return new RawServer("127.0.0.2", other.port(), ConnectIT::answerAll);
        } catch (BindException e) {
            throw new AssertionError("port " + other.port() + " is taken on 127.0.0.2; run the test again", e);
        }
    }

    private static void answerAll(Connection connection) throws IOException {
        while (true) {
            connection.answer(RawServer.OK);
        }
    }

    /** Every name has one address, which may change. */
    private static class Moving implements DnsResolver {
        private volatile String address = "127.0.0.1";

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return new InetAddress[] {InetAddress.ofLiteral(address)};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
