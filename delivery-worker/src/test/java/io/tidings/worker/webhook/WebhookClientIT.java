package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.next;
import static io.tidings.worker.webhook.SmallRequests.outcomeAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.webhook.RawServer.Connection;
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
class WebhookClientIT {
    private final WebhookClient client = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 204, 301, 404, 429, 500, 503, 599})
    void aResponseIsItsStatus(int status) throws Exception {
        try (var webhook = ScriptedWebhook.start()) {
            webhook.answers("/hook", ScriptedResponse.status(status, Map.of("Location", "/elsewhere")));
            assertThat(outcomeAt(client, webhook.uri("/hook").toString())).isEqualTo(new Responded(status, null));
            assertThat(webhook.requests()).as("redirects are not followed").hasSize(1);
            var request = webhook.requests().getFirst();
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
        try (var webhook = ScriptedWebhook.start()) {
            URI uri = webhook.uri("/hook");
            webhook.answers("/hook", ScriptedResponse.status(status, Map.of("Location", uri.toString())));
            assertThat(outcomeAt(client, uri.toString())).isEqualTo(new Responded(status, null));
            assertThat(webhook.requests()).hasSize(1);
        }
    }

    @Test
    void theRequestedWaitIsRead() throws Exception {
        try (var webhook = ScriptedWebhook.start()) {
            webhook.answers("/hook", ScriptedResponse.status(503, Map.of("Retry-After", "120")));
            assertThat(outcomeAt(client, webhook.uri("/hook").toString()))
                    .isEqualTo(new Responded(503, Duration.ofMinutes(2)));
        }
    }

    @Test
    void aCancelledRequestWithoutAResponseTimesOut() throws Exception {
        try (var webhook = ScriptedWebhook.start()) {
            webhook.answers("/hook", ScriptedResponse.hang());
            var told = new LinkedBlockingQueue<Outcome>();
            var call = client.post(SmallRequests.to(webhook.uri("/hook").toString()), () -> true, told::add);
            await().until(() -> !webhook.requests().isEmpty());
            assertThat(told).isEmpty();
            call.cancel();
            call.cancel();
            assertThat(next(told)).isEqualTo(new TimedOut());
            assertThat(told).isEmpty();
        }
    }

    @Test
    void anEndpointThatAcceptsConnectionsAndNeverRespondsTimesOut() throws Exception {
        try (var impatient = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMillis(200));
                var server = new RawServer(Connection::hang)) {
            assertThat(outcomeAt(impatient, server.url())).isEqualTo(new TimedOut());
            await().untilAsserted(() -> assertThat(server.connections()).isEqualTo(1));
        }
    }

    @Test
    void aResponseAfterTheRequestWasCancelledIsNotReported() throws Exception {
        var givenUp = new CountDownLatch(1);
        try (var server = new RawServer(connection -> {
            connection.read();
            awaited(givenUp);
            connection.say(RawServer.OK);
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            var call = client.post(SmallRequests.to(server.url()), () -> true, told::add);
            await().until(() -> server.requests().size() == 1);
            call.cancel();
            assertThat(next(told)).isEqualTo(new TimedOut());
            givenUp.countDown();
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
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
    void aClosedPortIsUnreachable() throws Exception {
        String url;
        try (var server = new RawServer(Connection::read)) {
            url = server.url();
        }
        assertThat(outcomeAt(client, url)).isEqualTo(new Unreachable(Cause.SOCKET));
    }

    @Test
    void aResponseThatBreaksOffInItsHeadIsNone() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.1 200 OK\r\nContent-Le"))) {
            assertThat(outcomeAt(client, server.url())).isInstanceOf(Unreachable.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aResponseThatBreaksOffInItsBodyCounts() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of"))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
        }
    }

    @Test
    void anEndlessBodyIsCutAndItsStatusCounts() throws Exception {
        try (var server = new RawServer(each -> endless(each, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(64 * 1024)))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
            await().until(() -> server.brokenOff() == 1);
        }
    }

    @Test
    void aResponseWhoseBodyNeverEndsCountsWhenItIsCancelled() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf");
            connection.hang();
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            var call = client.post(SmallRequests.to(server.url()), () -> true, told::add);
            await().until(call::responded);
            assertThat(told).isEmpty();
            call.cancel();
            assertThat(next(told)).isEqualTo(new Responded(202, null));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Bomb: tick\r\n", "tick tick tick tick "})
    void aHeadThatDoesNotEndIsCut(String more) throws Exception {
        try (var server = new RawServer(each -> endless(each, "HTTP/1.1 200 OK\r\nX-Bomb: ", more))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Unreachable(Cause.PROTOCOL));
            await().until(() -> server.brokenOff() == 1);
        }
    }

    @Test
    void informationBeforeTheResponseIsNotTheResponse() throws Exception {
        var hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        try (var server = new RawServer(each -> each.answer(hint + hint + RawServer.OK))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
        }
    }

    @Test
    void noContentWithABodyIsNoContentAndDoesNoHarmToTheNext() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.answer("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nwrong");
            connection.answer(RawServer.OK);
        })) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(204, null));
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(204, null));
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void anOldServerIsUnderstood() throws Exception {
        try (var server = new RawServer(each -> each.answer("HTTP/1.0 200 OK\r\n\r\nhello"))) {
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
        }
    }

    @Test
    void aResponseThatIsNotHttpIsUnreachable() throws Exception {
        try (var server = new RawServer(each -> each.answer("SSH-2.0-OpenSSH_9.9\r\n"))) {
            assertThat(outcomeAt(client, server.url())).isInstanceOf(Unreachable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void aRefusedAddressIsNotConnectedTo(String host) throws Exception {
        try (var strict = WebhookClient.open(
                        SmallRequests.credentials(),
                        EVERY_URL,
                        AddressRules.allowing(List.of()),
                        null,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        10);
                var server = new RawServer(each -> each.answer(RawServer.OK))) {
            var url = server.url().replace("localhost", host);
            assertThat(outcomeAt(strict, url)).isEqualTo(new AddressRefused());
            assertThat(outcomeAt(strict, url)).isEqualTo(new AddressRefused());
            assertThat(server.connections()).isZero();
            assertThat(outcomeAt(client, server.url())).isEqualTo(new Responded(200, null));
        }
    }

    @Test
    void plainHttpIsNotConnectedToUnlessAllowed() throws Exception {
        try (var strict = WebhookClient.open(
                        SmallRequests.credentials(),
                        new EndpointRules(false),
                        LOOPBACK,
                        null,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        10);
                var server = new RawServer(each -> each.answer(RawServer.OK))) {
            assertThat(outcomeAt(strict, server.url())).isEqualTo(new AddressRefused());
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    @Timeout(100)
    void requestsOpenAtTheCloseTimeOut() throws Exception {
        try (var server = new RawServer(connection -> {
            connection.read();
            connection.hang();
        })) {
            var told = new LinkedBlockingQueue<Outcome>();
            try (var closing = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(5))) {
                var _ = closing.post(SmallRequests.to(server.url()), () -> true, told::add);
                await().until(() -> server.requests().size() == 1);
            }
            assertThat(next(told)).isEqualTo(new TimedOut());
            assertThat(outcomeAfterClose(server.url())).isEqualTo(new TimedOut());
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private static Outcome outcomeAfterClose(String url) throws InterruptedException {
        var closed = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(5));
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
