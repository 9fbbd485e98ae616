package io.tidings.worker.endpoint;

import static io.tidings.worker.endpoint.Posts.EVERY_URL;
import static io.tidings.worker.endpoint.Posts.LOOPBACK;
import static io.tidings.worker.endpoint.Posts.next;
import static io.tidings.worker.endpoint.Posts.outcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import io.tidings.worker.endpoint.RawServer.Connection;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3, B-DEL-4, B-OUT and B-SUB-4: what becomes of a request at endpoints of all kinds. */
class EndpointClientIT {
    private final EndpointClient client = Posts.client(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 404, 429, 500, 503, 599})
    void anAnswerIsItsStatus(int status) throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.status(status, Map.of("Location", "/elsewhere")));
            assertThat(outcomeAt(client, receiver.uri("/hook").toString())).isEqualTo(new Answered(status, null));
            assertThat(receiver.requests()).as("redirects are not followed").hasSize(1);
            var request = receiver.requests().getFirst();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.text()).isEqualTo("[{\"id\":\"1\"}]");
            assertThat(request.header("aeg-delivery-count")).containsExactly("2");
            assertThat(request.header("content-type")).containsExactly("application/json; charset=utf-8");
            assertThat(request.header("content-length")).containsExactly("12");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectToItselfIsNotFollowed(int status) throws Exception {
        try (var receiver = Receiver.start()) {
            URI uri = receiver.uri("/hook");
            receiver.answers("/hook", Answer.status(status, Map.of("Location", uri.toString())));
            assertThat(outcomeAt(client, uri.toString())).isEqualTo(new Answered(status, null));
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void whatItAsksForIsRead() throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.status(503, Map.of("Retry-After", "120")));
            assertThat(outcomeAt(client, receiver.uri("/hook").toString()))
                    .isEqualTo(new Answered(503, Duration.ofMinutes(2)));
        }
    }

    @Test
    void silenceThatIsGivenUpIsSilence() throws Exception {
        try (var receiver = Receiver.start()) {
            receiver.answers("/hook", Answer.hang());
            var told = new LinkedBlockingQueue<Outcome>();
            var exchange = client.post(Posts.to(receiver.uri("/hook").toString()), told::add);
            await().until(() -> !receiver.requests().isEmpty());
            assertThat(told).isEmpty();
            exchange.cancel();
            exchange.cancel();
            assertThat(next(told)).isEqualTo(new Silent());
            assertThat(told).isEmpty();
        }
    }

    @Test
    void anEndpointThatTakesConnectionsAndNeverAnswersIsSilent() throws Exception {
        try (var impatient = Posts.client(Duration.ofSeconds(30), Duration.ofMillis(200));
                var server = new RawServer(Connection::hang)) {
            assertThat(outcomeAt(impatient, server.url())).isEqualTo(new Silent());
            await().untilAsserted(() -> assertThat(server.connections()).isEqualTo(1));
        }
    }

    @Test
    void anAnswerAfterTheRequestWasGivenUpIsNotTold() throws Exception {
        var givenUp = new CountDownLatch(1);
        try (var server = new RawServer(connection -> {
            connection.read();
            awaited(givenUp);
            connection.say(RawServer.OK);
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            var exchange = client.post(Posts.to(server.url()), told::add);
            await().until(() -> server.requests().size() == 1);
            exchange.cancel();
            assertThat(next(told)).isEqualTo(new Silent());
            givenUp.countDown();
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
            assertThat(told).isEmpty();
        }
    }

    @Test
    void aNewConnectionThatIsClosedWithoutAByteIsUnreachableAndNotTriedAgain() throws Exception {
        try (var server = new RawServer(Connection::read)) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.SOCKET));
            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void nobodyListeningIsUnreachable() throws Exception {
        String url;
        try (var server = new RawServer(Connection::read)) {
            url = server.url();
        }
        assertThat(outcomeAt(client, url)).isEqualTo(new Unreachable(Cause.SOCKET));
    }

    @Test
    void anAnswerThatBreaksOffInItsHeadIsNone() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.1 200 OK\r\nContent-Le"))) {
            assertThat(outcomeAt(client, server.url())).isInstanceOf(Unreachable.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void anAnswerThatBreaksOffInItsBodyCounts() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of"))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void anEndlessBodyIsCutAndItsStatusCounts() throws Exception {
        try (var server = new RawServer(each -> endless(each, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(64 * 1024)))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
            await().until(server::brokenOff);
        }
    }

    @Test
    void anAnswerWhoseBodyNeverEndsCountsWhenItIsGivenUp() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf");
            connection.hang();
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            var exchange = client.post(Posts.to(server.url()), told::add);
            await().until(exchange::responded);
            assertThat(told).isEmpty();
            exchange.cancel();
            assertThat(next(told)).isEqualTo(new Answered(202, null));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Bomb: tick\r\n", "tick tick tick tick "})
    void aHeadThatDoesNotEndIsCut(String more) throws Exception {
        try (var server = new RawServer(each -> endless(each, "HTTP/1.1 200 OK\r\nX-Bomb: ", more))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.PROTOCOL));
            await().until(server::brokenOff);
        }
    }

    @Test
    void informationBeforeTheAnswerIsNotTheAnswer() throws Exception {
        var hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        try (var server = new RawServer(each -> each.answer(hint + hint + RawServer.OK))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void noContentWithABodyIsNoContentAndDoesNoHarmToTheNext() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nwrong");
            connection.answer(RawServer.OK);
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(204, null));
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(204, null));
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void anOldServerIsUnderstood() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.0 200 OK\r\n\r\nhello"))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void whatIsNoHttpIsUnreachable() throws Exception {
        try (var server = new RawServer(each -> each.answer("SSH-2.0-OpenSSH_9.9\r\n"))) {
            assertThat(outcomeAt(client, server.url())).isInstanceOf(Unreachable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void aRefusedAddressIsNotConnectedTo(String host) throws Exception {
        try (var strict = EndpointClient.open(
                        EVERY_URL,
                        AddressRules.allowing(List.of()),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        10);
                var server = new RawServer(each -> each.answer(RawServer.OK))) {
            var url = server.url().replace("localhost", host);
            assertThat(outcomeAt(strict, url)).isEqualTo(new Refused());
            assertThat(outcomeAt(strict, url)).isEqualTo(new Refused());
            assertThat(server.connections()).isZero();
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Answered(200, null));
        }
    }

    @Test
    void plainHttpIsNotConnectedToUnlessAllowed() throws Exception {
        try (var strict = EndpointClient.open(
                        new EndpointRules(false), LOOPBACK, Duration.ofSeconds(30), Duration.ofSeconds(30), 10);
                var server = new RawServer(each -> each.answer(RawServer.OK))) {
            assertThat(outcomeAt(strict, server.url())).isEqualTo(new Refused());
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    @Timeout(100)
    void whatIsOpenWhenItClosesIsSilent() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.read();
            connection.hang();
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            try (var closing = Posts.client(Duration.ofSeconds(30), Duration.ofMinutes(5))) {
                var _ = closing.post(Posts.to(server.url()), told::add);
                await().until(() -> server.requests().size() == 1);
            }
            assertThat(next(told)).isEqualTo(new Silent());
            assertThat(outcomeAfterClose(server.url())).isEqualTo(new Silent());
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private static Outcome outcomeAfterClose(String url) throws InterruptedException {
        var closed = Posts.client(Duration.ofSeconds(30), Duration.ofMinutes(5));
        closed.close();
        return outcomeAt(closed, url);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endless(Connection connection, String begin, String more) throws IOException {
        connection.answer(begin);
        for (int i = 0; i < 1_000_000; i++) {
            connection.say(more);
        }
    }
}
