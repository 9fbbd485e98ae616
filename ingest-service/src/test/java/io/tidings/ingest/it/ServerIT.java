package io.tidings.ingest.it;

import static io.tidings.ingest.it.IngestFixture.ORDERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import io.tidings.runtime.liveness.Hang;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-2: TLS, lost brokers, and the end of the service. */
class ServerIT {
    private static final String EVENTS = """
        [{"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z"}]\
        """;
    private static final Map<String, String> OPEN = Map.of("auth.required", "false");

    @TempDir
    Path data;

    @ParameterizedTest(name = "{0}, http.port {1}")
    @CsvSource({"EC, 0", "RSA, none"})
    void httpsNeedsACertificateAndAKeyInPemFiles(String algorithm, String httpPort) throws Exception {
        var tls = TestCertificate.make(data, algorithm, "dns:localhost", "ip:127.0.0.1");
        var settings = new HashMap<>(OPEN);
        settings.putAll(Map.of(
                "http.port",
                httpPort,
                "https.port",
                "0",
                "tls.certificate",
                tls.certificateFile().toString(),
                "tls.key",
                tls.keyFile().toString()));
        try (var ingest = IngestFixture.under(own(), settings);
                var client = HttpClient.newBuilder().sslContext(tls.trusting()).build()) {
            assertThat(ingest.program.httpPort() > 0).isEqualTo(httpPort.equals("0"));
            var uri = URI.create("https://localhost:" + ingest.program.httpsPort() + "/topics/orders");
            var put = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + IngestFixture.TOKEN)
                    .PUT(BodyPublishers.ofString("{}"));
            var answer = client.send(put.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).contains("\"endpoint\":\"" + uri + "/api/events\"");
            var post = HttpRequest.newBuilder(URI.create(uri + "/api/events")).POST(BodyPublishers.ofString(EVENTS));
            assertThat(client.send(post.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aKeyThatIsNoneIsNamed() throws Exception {
        var tls = TestCertificate.make(data, "EC", "dns:localhost", "ip:127.0.0.1");
        var key = Files.writeString(data.resolve("no.key"), "no key");
        assertThatThrownBy(() -> IngestFixture.under(
                        own(),
                        Map.of(
                                "https.port", "0",
                                "tls.certificate", tls.certificateFile().toString(),
                                "tls.key", key.toString())))
                .hasMessageContaining("tls.key");
    }

    @Test
    void whileKafkaIsUnavailablePublishersGet503AndSucceedLater() {
        var settings = new HashMap<>(OPEN);
        settings.putAll(Map.of(
                "producer.max.block.ms", "500",
                "producer.request.timeout.ms", "500",
                "producer.delivery.timeout.ms", "1000"));
        var broker = LocalBroker.start(LocalBroker.Settings.in(data.resolve("kafka")));
        int port = broker.port();
        try (var ingest = new IngestFixture(broker.bootstrapServers(), settings)) {
            // With so little patience it may take more than one try on a busy machine.
            await().until(() -> ingest.manage("PUT", "/topics/orders", "{}").statusCode() < 300);
            await().until(() -> ingest.post(ORDERS, EVENTS).statusCode() == 200);
            broker.close();
            var answer = ingest.post(ORDERS, EVENTS);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            assertThat(answer.body()).contains("\"code\":\"ServiceUnavailable\"");
            assertThat(ingest.manage("PUT", "/topics/another", "{}").statusCode())
                    .isEqualTo(503);
            broker = LocalBroker.start(
                    LocalBroker.Settings.in(data.resolve("kafka")).withPort(port));
            await().until(() -> ingest.post(ORDERS, EVENTS).statusCode() == 200);
            await().until(ingest.program::ready);
        } finally {
            broker.close();
        }
    }

    @Test
    void aRunningRequestEndsBeforeTheService() throws Exception {
        try (var ingest = IngestFixture.under(own(), OPEN);
                var running = new Socket("localhost", ingest.program.httpPort())) {
            ingest.manage("PUT", "/topics/orders", "{}");
            assertThat(ingest.program.hanging(Duration.ofSeconds(20))).isEmpty();
            await().untilAsserted(() -> assertThat(ingest.program.hanging(Duration.ZERO))
                    .extracting(Hang::loop)
                    .containsExactlyInAnyOrder(
                            "table-follower", "standing-follower", "job-follower", "counts-follower"));
            send(
                    running,
                    "POST " + ORDERS + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + EVENTS.length() + "\r\n\r\n[");
            var closing = CompletableFuture.runAsync(ingest.program::close);
            await().until(() -> refuses(ingest.program.httpPort()));
            assertThat(closing).isNotDone();
            assertThat(ingest.program.ready()).isFalse();
            assertThat(ingest.program.hanging(Duration.ZERO)).isEmpty();
            send(running, EVENTS.substring(1));
            running.setSoTimeout(90_000);
            assertThat(new String(running.getInputStream().readNBytes(12), UTF_8))
                    .isEqualTo("HTTP/1.1 200");
            closing.join();
            assertThat(ingest.program.ended().toCompletableFuture()).isCompleted();
        }
    }

    @Test
    void aRequestThatNeverEndsIsCutAfterTheDrainTimeout() throws Exception {
        var settings = new HashMap<>(OPEN);
        settings.putAll(Map.of("drain.timeout", "200ms", "http.read.timeout", "5m", "http.request.timeout", "5m"));
        try (var ingest = IngestFixture.under(own(), settings);
                var running = new Socket("localhost", ingest.program.httpPort())) {
            ingest.manage("PUT", "/topics/orders", "{}");
            send(running, "POST " + ORDERS + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n[");
            assertThat(CompletableFuture.runAsync(ingest.program::close)).succeedsWithin(Duration.ofSeconds(90));
        }
    }

    private static Topics own() {
        return new Topics("server-" + UUID.randomUUID() + ".");
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static boolean refuses(int port) {
        try (var socket = new Socket("localhost", port)) {
            return !socket.isConnected();
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
