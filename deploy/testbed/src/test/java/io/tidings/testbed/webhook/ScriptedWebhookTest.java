package io.tidings.testbed.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptedWebhookTest {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.shutdownNow();
        webhook.close();
    }

    @Test
    void aPathWithoutAScriptAnswers200() throws Exception {
        assertThat(post("/orders", "{}").statusCode()).isEqualTo(200);
    }

    @Test
    void everyRequestIsRecorded() throws Exception {
        var before = Instant.now();
        var request = HttpRequest.newBuilder(webhook.uri("/orders?code=a%20b"))
                .header("Aeg-Event-Type", "Notification")
                .PUT(BodyPublishers.ofString("naïve"))
                .build();
        client.send(request, BodyHandlers.discarding());
        post("/others", "{}");

        assertThat(webhook.requests()).hasSize(2);
        assertThat(webhook.requests("/orders")).singleElement().satisfies(r -> {
            assertThat(r.method()).isEqualTo("PUT");
            assertThat(r.path()).isEqualTo("/orders");
            assertThat(r.query()).isEqualTo("code=a%20b");
            assertThat(r.header("aeg-event-type")).containsExactly("Notification");
            assertThat(r.header("absent")).isEmpty();
            assertThat(r.text()).isEqualTo("naïve");
            assertThat(r.received()).isBetween(before, Instant.now());
        });
    }

    @Test
    void answersAreGivenInOrderAndTheLastOneRepeats() throws Exception {
        webhook.answers(
                "/flaky", ScriptedResponse.status(503, Map.of("Retry-After", "7")), ScriptedResponse.status(204));

        var first = post("/flaky", "{\"id\":\"1\"}");
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.headers().firstValue("Retry-After")).hasValue("7");
        assertThat(post("/flaky", "{\"id\":\"2\"}").statusCode()).isEqualTo(204);
        assertThat(post("/flaky", "{\"id\":\"3\"}").statusCode()).isEqualTo(204);
    }

    @Test
    void everyEventGoesThroughTheAnswersOnItsOwn() throws Exception {
        webhook.answersPerEvent("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(200));

        assertThat(post("/flaky", "{\"data\":{\"id\":\"2\"},\"id\":\"1\"}").statusCode())
                .isEqualTo(503);
        assertThat(post("/flaky", "[{\"id\":\"2\"},{\"id\":\"1\"}]").statusCode())
                .isEqualTo(503);
        assertThat(post("/flaky", "{\"id\":\"1\"}").statusCode()).isEqualTo(200);
        assertThat(post("/flaky", "[{\"id\":\"2\"}]").statusCode()).isEqualTo(200);
    }

    @Test
    void anEventInBinaryModeIsKnownByItsHeader() throws Exception {
        webhook.answersPerEvent("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(200));
        var request = HttpRequest.newBuilder(webhook.uri("/flaky")).POST(BodyPublishers.ofString("<xml/>"));

        assertThat(send(request.setHeader("ce-id", "1")).statusCode()).isEqualTo(503);
        assertThat(send(request.setHeader("ce-id", "2")).statusCode()).isEqualTo(503);
        assertThat(send(request.setHeader("ce-id", "1")).statusCode()).isEqualTo(200);
    }

    @Test
    void aComputedAnswerKnowsTheRequest() throws Exception {
        webhook.answers("/echo", ScriptedResponse.computed(r -> new ScriptedResponse.Status(200, Map.of(), r.text())));

        assertThat(post("/echo", "hello").body()).isEqualTo("hello");
    }

    @Test
    void aHangingRequestIsRecordedAndNotAnsweredUntilTheReceiverCloses() throws Exception {
        webhook.answers("/slow", ScriptedResponse.hang());
        var slow = client.sendAsync(HttpRequest.newBuilder(webhook.uri("/slow")).build(), BodyHandlers.discarding());
        // What comes while the server ends may be taken by nobody, and is never closed then.
        await().until(() -> webhook.requests("/slow").size() == 1);
        assertThat(slow).isNotDone();
        webhook.close();
        assertThatThrownBy(slow::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aClosedConnectionCarriesNotAByte() {
        webhook.answers("/gone", ScriptedResponse.close());

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> post("/gone", "{}"))
                .withMessageContaining("received no bytes");
        assertThat(webhook.requests("/gone")).isNotEmpty();
    }

    @Test
    void aClosedReceiverRefusesConnections() {
        webhook.close();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> post("/orders", "{}"));
    }

    @Test
    void httpsIsSpokenWithTheGivenCertificate(@TempDir Path folder) throws Exception {
        var tls = selfSigned(folder);
        try (var secure = ScriptedWebhook.start(0, tls);
                var trusting = HttpClient.newBuilder().sslContext(tls).build()) {
            var request = HttpRequest.newBuilder(secure.uri("/orders")).build();

            assertThat(secure.uri("/orders")).hasScheme("https");
            assertThat(trusting.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(webhook.uri(path)).POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static SSLContext selfSigned(Path folder) throws Exception {
        var file = folder.resolve("keys.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var options = "-genkeypair -keyalg EC -alias receiver -dname CN=localhost -ext san=dns:localhost"
                + " -storepass changeit -keystore keys.p12";
        var command = new ArrayList<>(List.of(keytool));
        command.addAll(List.of(options.split(" ")));
        var exit = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(exit).isZero();

        var store = KeyStore.getInstance("PKCS12");
        var password = "changeit".toCharArray();
        try (var in = Files.newInputStream(file)) {
            store.load(in, password);
        }
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
