package io.tidings.ingest.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.testbed.Answer;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.Receiver;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-3, B-SUB-4: how endpoints are asked, with real sockets. */
class HandshakeClientIT {
    private final Receiver receiver = Receiver.start();
    private final HandshakeClient client = client(Duration.ofMinutes(1));

    private static HandshakeClient client(Duration limit) {
        return HandshakeClient.open(
                new EndpointRules(true), AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")), limit, 4);
    }

    @AfterEach
    void close() {
        client.close();
        receiver.close();
    }

    @Test
    void anAnswerComesWithItsHeadersAndBody() {
        receiver.answers("/hook", new Answer.Status(418, Map.of("WebHook-Allowed-Rate", "7"), "hello"));
        var request = new Question.Request("POST", uri("/hook?key=a%2Fb"), Map.of("x-key", "hush"), "{\"ü\":1}");
        assertThat(client.ask(request)).isInstanceOfSatisfying(Reply.Answered.class, answer -> {
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.header("webhook-allowed-rate")).contains("7");
            assertThat(answer.body()).isEqualTo("hello");
        });
        var sent = receiver.requests().getFirst();
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.query()).isEqualTo("key=a%2Fb");
        assertThat(sent.text()).isEqualTo("{\"ü\":1}");
        assertThat(sent.header("x-key")).containsExactly("hush");
    }

    @Test
    void aQuestionWithoutABodyHasNone() {
        client.ask(new Question.Request("OPTIONS", uri("/hook"), Map.of(), ""));
        assertThat(receiver.requests().getFirst().method()).isEqualTo("OPTIONS");
        assertThat(receiver.requests().getFirst().body()).isEmpty();
    }

    @Test
    void aRedirectIsAnAnswer() {
        receiver.answers("/hook", Answer.status(302, Map.of("Location", "/elsewhere")));
        assertThat(ask("/hook"))
                .isInstanceOfSatisfying(
                        Reply.Answered.class,
                        answer -> assertThat(answer.status()).isEqualTo(302));
        assertThat(receiver.requests("/elsewhere")).isEmpty();
    }

    @Test
    void whoSaysNothingIsNotWaitedForLongerThanTheLimit() {
        receiver.answers("/hook", Answer.hang());
        try (var impatient = client(Duration.ofSeconds(2))) {
            assertThat(impatient.ask(question("/hook")))
                    .isInstanceOfSatisfying(
                            Reply.Missing.class,
                            missing -> assertThat(missing.reason()).contains("within"));
        }
    }

    @Test
    void aClosedConnectionIsNoAnswerAndNotTriedAgainHere() {
        receiver.answers("/hook", Answer.close());
        assertThat(ask("/hook")).isInstanceOf(Reply.Missing.class);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void anEndlessAnswerIsNotRead() {
        receiver.answers("/hook", new Answer.Status(200, Map.of(), "x".repeat(64 * 1024 + 1)));
        assertThat(ask("/hook")).isInstanceOf(Reply.Missing.class);
        receiver.answers("/hook", new Answer.Status(200, Map.of(), "x".repeat(64 * 1024)));
        assertThat(ask("/hook")).isInstanceOf(Reply.Answered.class);
    }

    @Test
    void nobodyListeningIsNoAnswer() {
        var nobody = URI.create("http://127.0.0.1:" + FreePort.next() + "/");
        assertThat(client.ask(new Question.Request("POST", nobody, Map.of(), "[]")))
                .isInstanceOf(Reply.Missing.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/", "http://10.0.0.1/"})
    void aRefusedAddressIsNotConnectedTo(String endpoint) {
        try (var strict = HandshakeClient.open(
                new EndpointRules(true), AddressRules.allowing(List.of()), Duration.ofMinutes(1), 1)) {
            assertThat(strict.ask(new Question.Request("POST", URI.create(endpoint), Map.of(), "[]")))
                    .isInstanceOfSatisfying(
                            Reply.Forbidden.class,
                            forbidden -> assertThat(forbidden.reason()).contains("endpoint.allow.networks"));
        }
    }

    @Test
    void plainHttpIsNotSpokenUnlessAllowed() {
        try (var strict = HandshakeClient.open(
                new EndpointRules(false),
                AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")),
                Duration.ofMinutes(1),
                1)) {
            assertThat(strict.ask(new Question.Request("POST", uri("/hook"), Map.of(), "[]")))
                    .isInstanceOf(Reply.Forbidden.class);
        }
        assertThat(receiver.requests()).isEmpty();
    }

    private Reply ask(String path) {
        return client.ask(question(path));
    }

    private Question.Request question(String path) {
        return new Question.Request("POST", uri(path), Map.of(), "[]");
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + receiver.port() + path);
    }
}
