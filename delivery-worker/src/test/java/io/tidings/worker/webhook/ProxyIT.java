package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.next;
import static io.tidings.worker.webhook.SmallRequests.toldOutcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidings.contract.address.AddressRules;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.ConnectProxy;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.ProxyUnavailable;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** B-PROXY, for deliveries, and for the client of handshakes and tokens. */
@Timeout(300)
class ProxyIT {
    private static final Responded DELIVERED = new Responded(200, null);
    private static final Duration LONG = Duration.ofMinutes(5);
    /** Three quarters of it are waited out, and a third is enough for a connection on a machine that stands still. */
    private static final Duration SHORT = Duration.ofSeconds(20);

    private static final TlsStrategy TLS = DefaultClientTlsStrategy.createDefault();

    private ConnectProxy proxy;

    @BeforeEach
    void start() throws Exception {
        proxy = ConnectProxy.start();
    }

    @AfterEach
    void stop() throws Exception {
        proxy.close();
    }

    @Test
    void plainRequestsAreTunnelledToAnAddress() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(through("user:hush"), LOOPBACK)) {
            var url = webhook.uri("/hook");
            assertThat(toldOutcomeAt(client, url.toString())).isEqualTo(DELIVERED);
            assertThat(toldOutcomeAt(client, url.toString())).isEqualTo(DELIVERED);
            assertThat(webhook.requests()).hasSize(2);
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(head -> assertThat(head)
                            .matches("(?s)CONNECT (127\\.0\\.0\\.1|\\[0:0:0:0:0:0:0:1\\]):" + url.getPort()
                                    + " HTTP/1.1\r\n.*")
                            .contains("Proxy-Authorization: Basic dXNlcjpodXNo\r\n"));
        }
    }

    @Test
    void tlsIsTheEndpointsAndHasItsName(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        var tls = new DefaultClientTlsStrategy(certificate.trusting());
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = client(new AddressResolver(LOOPBACK), tls, LONG);
                var single = single(through(null), LONG)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(proxy.heads()).as("the connection is kept").hasSize(1);
            assertThat(single.send(asking(webhook.uri("/hook")), certificate.trusting()))
                    .isInstanceOf(HttpReply.WholeResponse.class);
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @Test
    void aCertificateOfAnotherNameIsNotTrusted(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:other.example");
        var tls = new DefaultClientTlsStrategy(certificate.trusting());
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = client(new AddressResolver(LOOPBACK), tls, LONG);
                var single = single(through(null), LONG)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isInstanceOf(Unreachable.class);
            assertThat(single.send(asking(webhook.uri("/hook")), certificate.trusting()))
                    .isInstanceOfSatisfying(
                            HttpReply.ResponseMissing.class,
                            missing -> assertThat(missing.reason()).contains("TLS is not trusted"));
            assertThat(webhook.requests()).isEmpty();
        }
    }

    @Test
    void tokensAreRequestedThroughIt() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = WebhookClient.open(
                        Examples.credentials(CredentialSettings.NONE, through(null)),
                        EVERY_URL,
                        LOOPBACK,
                        through(null),
                        LONG,
                        LONG,
                        10)) {
            webhook.answers("/token", AccessTokenIT.granting("token-1"));
            assertThat(outcomeOf(client, AccessTokenIT.authenticated(webhook))).isEqualTo(DELIVERED);
            assertThat(webhook.requests("/hook").getFirst().header("authorization"))
                    .containsExactly("Bearer token-1");
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @Test
    void whatTheProxyAnswersIsNoResponseOfTheEndpoint() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(through(null), LOOPBACK);
                var single = single(through(null), LONG)) {
            for (int status : new int[] {403, 410, 502}) {
                proxy.answer(status);
                assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString()))
                        .isInstanceOfSatisfying(
                                Unreachable.class,
                                told -> assertThat(told.sentence())
                                        .contains("the proxy 127.0.0.1:", "answered " + status + " to CONNECT"));
                assertThat(single.send(asking(webhook.uri("/hook")), null))
                        .isInstanceOfSatisfying(
                                HttpReply.ResponseMissing.class,
                                missing -> assertThat(missing.reason())
                                        .contains("the proxy 127.0.0.1:", "answered " + status + " to CONNECT"));
            }
            assertThat(webhook.requests()).isEmpty();
        }
    }

    @Test
    void aProxyThatWantsOtherCredentialsServesNobodyAndIsAskedOnceWhateverTheAddresses() throws Exception {
        proxy.answer(407);
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(resolver("127.0.0.2", "127.0.0.1"), TLS, LONG);
                var single = single(through("user:hush"), LONG)) {
            assertAway(toldOutcomeAt(client, twoAddresses(webhook)), "407");
            assertThat(proxy.heads()).hasSize(1);
            assertThat(single.send(asking(webhook.uri("/hook")), null))
                    .isInstanceOfSatisfying(
                            HttpReply.ProxyUnavailable.class,
                            away -> assertThat(away.reason())
                                    .contains("the proxy 127.0.0.1:", "407")
                                    .doesNotContain("hush"));
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @Test
    void theNextAddressIsTriedWhenTheProxyDoesNotReachTheFirst() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(resolver("127.0.0.2", "127.0.0.1"), TLS, LONG)) {
            assertThat(toldOutcomeAt(client, twoAddresses(webhook))).isEqualTo(DELIVERED);
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @Test
    void aProxyThatIsAwayIsNoAttempt() throws Exception {
        var away = at(FreePort.next(), null);
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(away, LOOPBACK);
                var single = single(away, LONG)) {
            assertAway(toldOutcomeAt(client, webhook.uri("/hook").toString()), "cannot be reached");
            assertThat(single.send(asking(webhook.uri("/hook")), null)).isInstanceOf(HttpReply.ProxyUnavailable.class);
        }
    }

    @Test
    void aProxyWhoseNameIsUnknownIsAway() throws Exception {
        var unknown = OutgoingProxy.parse("http://no-such-host.invalid:3128", null, List.of());
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(unknown, LOOPBACK);
                var single = single(unknown, LONG)) {
            assertAway(toldOutcomeAt(client, webhook.uri("/hook").toString()), "cannot be reached");
            assertThat(single.send(asking(webhook.uri("/hook")), null)).isInstanceOf(HttpReply.ProxyUnavailable.class);
        }
    }

    /** Else the endpoint's own time would be over first, and it would be blamed. */
    @Test
    void aProxyThatTakesNoConnectionIsAwayBeforeTheTimeIsOver() throws Exception {
        var filling = new ArrayList<Socket>();
        try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var webhook = ScriptedWebhook.start(0);
                var client = WebhookClient.open(
                        SmallRequests.credentials(),
                        EVERY_URL,
                        LOOPBACK,
                        at(full.getLocalPort(), null),
                        SHORT,
                        LONG,
                        10);
                var single = single(at(full.getLocalPort(), null), SHORT)) {
            fill(full, filling);
            assertAway(toldOutcomeAt(client, webhook.uri("/hook").toString()), "cannot be reached");
            assertThat(single.send(asking(webhook.uri("/hook")), null)).isInstanceOf(HttpReply.ProxyUnavailable.class);
        } finally {
            for (var each : filling) {
                each.close();
            }
        }
    }

    private static void fill(ServerSocket server, List<Socket> filling) throws IOException {
        for (int i = 0; i < 100; i++) {
            var socket = new Socket();
            filling.add(socket);
            try {
                socket.connect(server.getLocalSocketAddress(), 1_000);
            } catch (SocketTimeoutException _) {
                return;
            }
        }
        throw new AssertionError("this system lets in everybody");
    }

    /** As when the endpoint does not answer the proxy. */
    @Test
    void silenceIsAFailureOfTheEndpointThatNamesTheProxy() throws Exception {
        proxy.answer(0);
        var log = (Logger) LoggerFactory.getLogger(OutgoingProxy.class);
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        log.addAppender(logged);
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(new AddressResolver(LOOPBACK), TLS, SHORT);
                var single = single(through(null), SHORT)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString()))
                    .isInstanceOfSatisfying(
                            Unreachable.class,
                            told -> assertThat(told.sentence())
                                    .contains("the proxy 127.0.0.1:", "did not answer CONNECT in time"));
            assertThat(single.send(asking(webhook.uri("/hook")), null)).isInstanceOf(HttpReply.ResponseMissing.class);
            await().atMost(Duration.ofMinutes(1)).until(() -> proxy.brokenOff() == 2);
            assertThat(logged.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .as("the proxy is not said to be away")
                    .noneMatch(line -> line.contains("the proxy " + through(null)));
        } finally {
            log.detachAppender(logged);
        }
    }

    @Test
    void aRequestThatIsGivenUpLeavesNoConnectionToTheProxy() throws Exception {
        proxy.answer(0);
        var told = new LinkedBlockingQueue<Outcome>();
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(through(null), LOOPBACK)) {
            var call = client.post(SmallRequests.to(webhook.uri("/hook").toString()), () -> true, told::add);
            await().atMost(Duration.ofMinutes(1)).until(() -> !proxy.heads().isEmpty());
            call.cancel();
            assertThat(next(told)).isEqualTo(new TimedOut());
            await().atMost(Duration.ofMinutes(1)).until(() -> proxy.brokenOff() == 1);
        }
    }

    @Test
    void theRulesForAddressesHold() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(through(null), AddressRules.allowing(List.of()))) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(new AddressRefused());
            assertThat(proxy.heads()).isEmpty();
        }
    }

    /** A name that has another address each time gains nothing. */
    @Test
    void theProxyConnectsToTheAddressThatWasChecked() throws Exception {
        var lookups = new AtomicInteger();
        DnsResolver rebinding = new Names() {
            @Override
            public InetAddress[] resolve(String host) {
                return addresses(lookups.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254");
            }
        };
        var names = new AddressResolver(LOOPBACK, rebinding, () -> 0);
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(names, TLS, LONG)) {
            assertThat(toldOutcomeAt(client, twoAddresses(webhook))).isEqualTo(DELIVERED);
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(head ->
                            assertThat(head).startsWith("CONNECT 127.0.0.1:").doesNotContain("two.example"));
            assertThat(lookups).hasValue(1);
        }
    }

    @Test
    void aBypassedNameIsReachedDirectly() throws Exception {
        var bypassing = OutgoingProxy.parse(proxy.url(), null, List.of("localhost"));
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(bypassing, LOOPBACK);
                var single = single(bypassing, LONG)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(single.send(asking(webhook.uri("/hook")), null)).isInstanceOf(HttpReply.WholeResponse.class);
            assertThat(proxy.heads()).isEmpty();
        }
    }

    @Test
    void debiansTinyproxyConnects(@TempDir Path folder) throws Exception {
        var program = Path.of("/usr/bin/tinyproxy");
        assumeTrue(Files.isExecutable(program), "tinyproxy is not installed");
        int port = FreePort.next();
        var settings = Files.writeString(
                folder.resolve("tinyproxy.conf"),
                "Port " + port + "\nListen 127.0.0.1\nAllow 127.0.0.1\nTimeout 600\nBasicAuth user hush\n");
        var log = folder.resolve("tinyproxy.log").toFile();
        var process = new ProcessBuilder(program.toString(), "-d", "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        var certificate = TestCertificate.make(folder.resolve("tls"), "EC", "dns:localhost");
        try (var webhook = ScriptedWebhook.start(0);
                var secure = ScriptedWebhook.start(0, certificate.context());
                var known = client(at(port, "user:hush"), LOOPBACK);
                var single = single(at(port, "user:hush"), LONG);
                var unknown = client(at(port, "user:wrong"), LOOPBACK)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> listens(port));
            assertThat(toldOutcomeAt(known, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(single.send(asking(secure.uri("/hook")), certificate.trusting()))
                    .isInstanceOf(HttpReply.WholeResponse.class);
            assertAway(toldOutcomeAt(unknown, webhook.uri("/hook").toString()), "wants other credentials");
            assertThat(webhook.requests()).hasSize(1);
        } finally {
            process.destroy();
        }
    }

    private static void assertAway(Outcome told, String why) {
        assertThat(told)
                .isInstanceOfSatisfying(
                        ProxyUnavailable.class,
                        away -> assertThat(away.sentence()).contains("the proxy ", why));
    }

    private static Outcome outcomeOf(WebhookClient client, WebhookRequest request) throws InterruptedException {
        var told = new LinkedBlockingQueue<Outcome>();
        var _ = client.post(request, () -> true, told::add);
        return next(told);
    }

    private static HttpQuestion asking(URI url) {
        return new HttpQuestion("GET", url, Map.of(), "");
    }

    private static String twoAddresses(ScriptedWebhook webhook) {
        return "http://two.example:" + webhook.uri("/").getPort() + "/hook";
    }

    private static OutgoingProxy at(int port, @Nullable String credentials) {
        return OutgoingProxy.parse("http://127.0.0.1:" + port, credentials, List.of());
    }

    private static boolean listens(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private OutgoingProxy through(@Nullable String credentials) {
        return OutgoingProxy.parse(proxy.url(), credentials, List.of());
    }

    private static WebhookClient client(OutgoingProxy proxy, AddressRules rules) {
        return WebhookClient.open(SmallRequests.credentials(), EVERY_URL, rules, proxy, LONG, LONG, 10);
    }

    private WebhookClient client(AddressResolver names, TlsStrategy tls, Duration connect) {
        var limits = new Connections.ConnectionLimits(connect, LONG, LONG, 10);
        return WebhookClient.open(SmallRequests.credentials(), EVERY_URL, names, through(null), tls, limits);
    }

    private static CheckedClient single(OutgoingProxy proxy, Duration limit) {
        return CheckedClient.open("the endpoint", EVERY_URL, LOOPBACK, proxy, limit, 4);
    }

    private static AddressResolver resolver(String... literals) {
        DnsResolver names = new Names() {
            @Override
            public InetAddress[] resolve(String host) {
                return addresses(literals);
            }
        };
        return new AddressResolver(LOOPBACK, names, () -> 0);
    }

    private abstract static class Names implements DnsResolver {
        static InetAddress[] addresses(String... literals) {
            return Stream.of(literals).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
