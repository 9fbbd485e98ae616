package io.tidings.ingest.validation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.ConnectProxy;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-3, B-SUB-4: how endpoints are asked, with real sockets. */
class ValidationClientIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final ValidationClient client = client(Duration.ofMinutes(1));

    private static ValidationClient client(Duration limit) {
        return client(null, limit);
    }

    private static ValidationClient client(@Nullable OutgoingProxy proxy, Duration limit) {
        return ValidationClient.open(
                new EndpointRules(true), AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")), proxy, limit, 4);
    }

    @AfterEach
    void close() {
        client.close();
        webhook.close();
    }

    @Test
    void aResponseHasItsHeadersAndBody() {
        webhook.answers("/hook", new ScriptedResponse.Status(418, Map.of("WebHook-Allowed-Rate", "7"), "hello"));
        var request = new ValidationQuestion.ValidationRequest(
                "POST", uri("/hook?key=a%2Fb"), Map.of("x-key", "hush"), "{\"ü\":1}");
        assertThat(client.ask(request, null)).isInstanceOfSatisfying(ValidationResponse.Received.class, answer -> {
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.header("webhook-allowed-rate")).contains("7");
            assertThat(answer.body()).isEqualTo("hello");
        });
        var sent = webhook.requests().getFirst();
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.query()).isEqualTo("key=a%2Fb");
        assertThat(sent.text()).isEqualTo("{\"ü\":1}");
        assertThat(sent.header("x-key")).containsExactly("hush");
    }

    /** B-PROXY. */
    @Test
    void theHandshakeGoesThroughTheProxy() throws IOException {
        try (var proxy = ConnectProxy.start();
                var through = client(OutgoingProxy.parse(proxy.url(), null, List.of()), Duration.ofMinutes(1))) {
            var request = new ValidationQuestion.ValidationRequest("OPTIONS", uri("/hook"), Map.of(), "");
            assertThat(through.ask(request, null)).isInstanceOf(ValidationResponse.Received.class);
            assertThat(proxy.heads()).isNotEmpty();
            proxy.answer(407);
            assertThat(through.ask(request, null))
                    .isInstanceOfSatisfying(
                            ValidationResponse.Missing.class,
                            missing -> assertThat(missing.reason())
                                    .contains("the endpoint was not reached: the proxy 127.0.0.1:", "407"));
            assertThat(webhook.requests()).hasSize(1);
        }
    }

    @Test
    void aQuestionWithoutABodyHasNone() {
        client.ask(new ValidationQuestion.ValidationRequest("OPTIONS", uri("/hook"), Map.of(), ""), null);
        assertThat(webhook.requests().getFirst().method()).isEqualTo("OPTIONS");
        assertThat(webhook.requests().getFirst().body()).isEmpty();
    }

    @Test
    void aRedirectIsAResponse() {
        webhook.answers("/hook", ScriptedResponse.status(302, Map.of("Location", "/elsewhere")));
        assertThat(ask("/hook"))
                .isInstanceOfSatisfying(
                        ValidationResponse.Received.class,
                        answer -> assertThat(answer.status()).isEqualTo(302));
        assertThat(webhook.requests("/elsewhere")).isEmpty();
    }

    @Test
    void aSilentEndpointIsNotAwaitedLongerThanTheLimit() {
        webhook.answers("/hook", ScriptedResponse.hang());
        try (var impatient = client(Duration.ofSeconds(2))) {
            assertThat(impatient.ask(question("/hook"), null))
                    .isInstanceOfSatisfying(
                            ValidationResponse.Missing.class,
                            missing -> assertThat(missing.reason()).contains("within"));
        }
    }

    @Test
    void aClosedConnectionIsNoResponseAndNotTriedAgainHere() {
        webhook.answers("/hook", ScriptedResponse.close());
        assertThat(ask("/hook")).isInstanceOf(ValidationResponse.Missing.class);
        assertThat(webhook.requests()).hasSize(1);
    }

    @Test
    void anEndlessResponseIsNotRead() {
        webhook.answers("/hook", new ScriptedResponse.Status(200, Map.of(), "x".repeat(64 * 1024 + 1)));
        assertThat(ask("/hook")).isInstanceOf(ValidationResponse.Missing.class);
        webhook.answers("/hook", new ScriptedResponse.Status(200, Map.of(), "x".repeat(64 * 1024)));
        assertThat(ask("/hook")).isInstanceOf(ValidationResponse.Received.class);
    }

    @Test
    void endlessInformationBeforeTheResponseIsNotAwaited() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            Thread.ofPlatform().daemon().start(() -> hint(server));
            var endpoint = URI.create("http://localhost:" + server.getLocalPort() + "/");
            assertThat(client.ask(new ValidationQuestion.ValidationRequest("POST", endpoint, Map.of(), "[]"), null))
                    .isInstanceOfSatisfying(
                            ValidationResponse.Missing.class,
                            missing -> assertThat(missing.reason()).contains("more than 20 interim responses"));
        }
    }

    private static void hint(ServerSocket server) {
        var hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(100).getBytes(US_ASCII);
        try (var connection = server.accept()) {
            while (true) {
                connection.getOutputStream().write(hints);
            }
        } catch (IOException closed) {
            // the client has had enough
        }
    }

    @Test
    void aClosedPortIsNoResponse() {
        var nobody = URI.create("http://127.0.0.1:" + FreePort.next() + "/");
        assertThat(client.ask(new ValidationQuestion.ValidationRequest("POST", nobody, Map.of(), "[]"), null))
                .isInstanceOf(ValidationResponse.Missing.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/", "http://10.0.0.1/"})
    void aRefusedAddressIsNotConnectedTo(String endpoint) {
        try (var strict = ValidationClient.open(
                new EndpointRules(true), AddressRules.allowing(List.of()), null, Duration.ofMinutes(1), 1)) {
            assertThat(strict.ask(
                            new ValidationQuestion.ValidationRequest("POST", URI.create(endpoint), Map.of(), "[]"),
                            null))
                    .isInstanceOfSatisfying(
                            ValidationResponse.NotSent.class,
                            forbidden -> assertThat(forbidden.reason()).contains("endpoint.allow.networks"));
        }
    }

    @Test
    void plainHttpIsNotSpokenUnlessAllowed() {
        try (var strict = ValidationClient.open(
                new EndpointRules(false),
                AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")),
                null,
                Duration.ofMinutes(1),
                1)) {
            assertThat(strict.ask(new ValidationQuestion.ValidationRequest("POST", uri("/hook"), Map.of(), "[]"), null))
                    .isInstanceOf(ValidationResponse.NotSent.class);
        }
        assertThat(webhook.requests()).isEmpty();
    }

    private ValidationResponse ask(String path) {
        return client.ask(question(path), null);
    }

    private ValidationQuestion.ValidationRequest question(String path) {
        return new ValidationQuestion.ValidationRequest("POST", uri(path), Map.of(), "[]");
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + webhook.port() + path);
    }
}
