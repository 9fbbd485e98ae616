package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.toldOutcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidings.contract.address.AddressRules;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.http.CheckedClient;
import io.tidings.runtime.http.HttpQuestion;
import io.tidings.runtime.http.HttpReply;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.ConnectProxy;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PROXY, for deliveries, and for the client of handshakes and tokens. */
class ProxyIT {
    private static final Responded DELIVERED = new Responded(200, null);
    private static final Duration LONG = Duration.ofMinutes(5);

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
            assertThat(proxy.heads()).singleElement().satisfies(head -> assertThat(head)
                    .matches("(?s)CONNECT (127\\.0\\.0\\.1|\\[0:0:0:0:0:0:0:1\\]):" + url.getPort() + " HTTP/1.1\r\n.*")
                    .contains("Proxy-Authorization: Basic dXNlcjpodXNo\r\n"));
        }
    }

    @Test
    void tlsIsTheEndpointsAndHasItsName(@TempDir Path folder) throws Exception {
        var certificate = TestCertificate.make(folder, "EC", "dns:localhost");
        var limits = new Connections.ConnectionLimits(LONG, LONG, LONG, 10);
        try (var webhook = ScriptedWebhook.start(0, certificate.context());
                var client = WebhookClient.open(
                        SmallRequests.credentials(),
                        EVERY_URL,
                        new AddressResolver(LOOPBACK),
                        through(null),
                        new DefaultClientTlsStrategy(certificate.trusting()),
                        limits)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(proxy.heads()).hasSize(1);
            var question = new HttpQuestion("GET", webhook.uri("/hook"), Map.of(), "");
            try (var single = single(through(null))) {
                assertThat(single.send(question, certificate.trusting()))
                        .isInstanceOf(HttpReply.WholeResponse.class);
            }
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @Test
    void whatTheProxyAnswersIsNoResponseOfTheEndpoint() throws Exception {
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(through(null), LOOPBACK);
                var single = single(through(null))) {
            var question = new HttpQuestion("GET", webhook.uri("/hook"), Map.of(), "");
            for (int status : new int[] {403, 410, 502}) {
                proxy.answer(status);
                assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString()))
                        .isInstanceOfSatisfying(Unreachable.class, told -> assertThat(told.sentence())
                                .contains("the proxy 127.0.0.1:", "answered " + status + " to CONNECT"));
                assertThat(single.send(question, null))
                        .isInstanceOfSatisfying(HttpReply.ResponseMissing.class, missing -> assertThat(missing.reason())
                                .contains("the proxy 127.0.0.1:", "answered " + status + " to CONNECT"));
            }
            proxy.answer(407);
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString()))
                    .isInstanceOfSatisfying(
                            NotSent.class, told -> assertThat(told.sentence()).contains("the proxy", "407"));
            assertThat(webhook.requests()).isEmpty();
        }
    }

    @Test
    void aProxyThatIsAwayIsNoAttempt() throws Exception {
        var away = OutgoingProxy.parse("http://127.0.0.1:" + FreePort.next(), null, List.of());
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(away, LOOPBACK)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString()))
                    .isInstanceOfSatisfying(
                            NotSent.class,
                            told -> assertThat(told.sentence()).contains("the proxy " + away, "cannot be reached"));
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

    @Test
    void aBypassedNameIsReachedDirectly() throws Exception {
        var bypassing = OutgoingProxy.parse(proxy.url(), null, List.of("localhost"));
        try (var webhook = ScriptedWebhook.start(0);
                var client = client(bypassing, LOOPBACK);
                var single = single(bypassing)) {
            assertThat(toldOutcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(single.send(new HttpQuestion("GET", webhook.uri("/hook"), Map.of(), ""), null))
                    .isInstanceOf(HttpReply.WholeResponse.class);
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
        try (var webhook = ScriptedWebhook.start(0);
                var known = client(at(port, "user:hush"), LOOPBACK);
                var unknown = client(at(port, "user:wrong"), LOOPBACK)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> listens(port));
            assertThat(toldOutcomeAt(known, webhook.uri("/hook").toString())).isEqualTo(DELIVERED);
            assertThat(toldOutcomeAt(unknown, webhook.uri("/hook").toString()))
                    .isNotInstanceOf(Responded.class)
                    .satisfies(told -> assertThat(told.sentence("")).contains("the proxy"));
            assertThat(webhook.requests()).hasSize(1);
        } finally {
            process.destroy();
        }
    }

    private static OutgoingProxy at(int port, String credentials) {
        return OutgoingProxy.parse("http://127.0.0.1:" + port, credentials, List.of());
    }

    private static boolean listens(int port) {
        try (var socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
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

    private static CheckedClient single(OutgoingProxy proxy) {
        return CheckedClient.open("the endpoint", EVERY_URL, LOOPBACK, proxy, LONG, 4);
    }
}
