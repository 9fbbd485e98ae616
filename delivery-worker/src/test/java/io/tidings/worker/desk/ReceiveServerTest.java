package io.tidings.worker.desk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.LockToken;
import io.tidings.runtime.AdminServer;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.worker.dispatch.Receive;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.receive.HandOuts.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PULL-4: what ingest-service asks a worker. */
class ReceiveServerTest {
    private static final Password SECRET = new Password("the secret of the cluster");
    private static final QueueShare QUEUE = new QueueShare(new SubscriptionKey("orders", "billing"), "u1", 3);
    private static final LockToken TOKEN = new LockToken(3, new UUID(1, 2));
    private static final String OF_QUEUE = "queue=orders/billing&uid=u1&number=3";
    private static final String RECEIVE = ReceiveServer.RECEIVE + "?" + OF_QUEUE + "&most=2&millis=5000&id=a";

    private final ReceiveServer server = ReceiveServer.start("127.0.0.1", 0, SECRET);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Desk desk = new Desk();

    private static final class Desk implements ReceiveDesk {
        private final List<Object> asked = new ArrayList<>();
        private Reply<List<Received>> events = new Reply.Given<>(List.of());
        private Reply<List<TokenResult>> results = new Reply.Given<>(List.of());
        private boolean waits;
        private final CompletableFuture<Reply<List<Received>>> answer = new CompletableFuture<>();

        @Override
        public CompletionStage<Reply<List<Received>>> receive(QueueShare queue, Receive receive) {
            synchronized (asked) {
                asked.add(queue);
                asked.add(receive);
            }
            return waits ? answer : CompletableFuture.completedStage(events);
        }

        @Override
        public CompletionStage<Reply<List<TokenResult>>> settle(
                QueueShare queue, TokenAction action, List<LockToken> tokens) {
            synchronized (asked) {
                asked.addAll(List.of(queue, action, tokens));
            }
            return CompletableFuture.completedStage(results);
        }

        private int size() {
            synchronized (asked) {
                return asked.size();
            }
        }
    }

    ReceiveServerTest() {
        server.serve(desk);
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        server.close();
    }

    @Test
    void eventsAreGivenAsReceiversGetThem() throws Exception {
        var event = "{\"id\":\"1\"}".getBytes(UTF_8);
        desk.events = new Reply.Given<>(List.of(
                new Received(TOKEN, "u1", 2, event), new Received(new LockToken(3, new UUID(3, 4)), "u1", 1, event)));

        var response = post(RECEIVE, "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("{\"value\":[{\"brokerProperties\":{\"lockToken\":\"" + TOKEN.text()
                        + "\",\"deliveryCount\":2},\"event\":{\"id\":\"1\"}},{")
                .endsWith("\"event\":{\"id\":\"1\"}}]}");
        assertThat(desk.asked).first().isEqualTo(QUEUE);
    }

    @ParameterizedTest
    @CsvSource({
        "action=acknowledge, Acknowledge[]",
        "action=reject, Reject[]",
        "action=renew, Renew[]",
        "action=release&delay=10, Release[delay=PT10S]",
        "action=return, TakeBack[]"
    })
    void eachTokenHasItsLine(String action, String expected) throws Exception {
        var late = new LockToken(3, new UUID(3, 4));
        desk.results = new Reply.Given<>(
                List.of(new TokenResult(TOKEN, null), new TokenResult(late, Failure.RENEWED_TOO_LONG)));

        var response = post(ReceiveServer.SETTLE + "?" + OF_QUEUE + "&" + action, TOKEN.text() + "\nx\n" + late.text());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("\nBadToken\nRenewedTooLong\n");
        assertThat(desk.asked.get(1)).hasToString(expected);
        assertThat(desk.asked.get(2)).isEqualTo(List.of(TOKEN, late));
    }

    @Test
    void aReceiveThatNobodyWaitsForIsCancelled() throws Exception {
        desk.waits = true;
        var waiting = client.sendAsync(request(RECEIVE, "", true), HttpResponse.BodyHandlers.ofString());
        await().until(() -> desk.size() == 2);

        assertThat(post(RECEIVE, "").statusCode()).as("the id is taken").isEqualTo(400);
        assertThat(post(ReceiveServer.CANCEL + "?id=a", "").statusCode()).isEqualTo(200);
        assertThat(post(ReceiveServer.CANCEL + "?id=b", "").statusCode()).isEqualTo(200);

        assertThat(desk.asked.get(1))
                .isInstanceOfSatisfying(
                        Receive.class,
                        receive -> assertThat(receive).extracting("closed").isEqualTo(true));
        waiting.cancel(true);
    }

    @Test
    void whatTheWorkerCannotSayHasAStatus() throws Exception {
        desk.events = new Reply.NotOwner<>();
        assertThat(post(RECEIVE, "").statusCode()).isEqualTo(421);
        desk.events = new Reply.Crowded<>();
        assertThat(post(RECEIVE, "").statusCode()).isEqualTo(429);
        desk.results = new Reply.NotOwner<>();
        assertThat(post(ReceiveServer.SETTLE + "?" + OF_QUEUE + "&action=renew", TOKEN.text())
                        .statusCode())
                .isEqualTo(421);
        server.serve(null);
        assertThat(post(RECEIVE, "").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @CsvSource({
        "/queue/receive, queue is missing",
        "/queue/receive?queue=orders, must be a topic and a subscription",
        "/queue/receive?queue=orders/billing&uid=u1&number=-1, number must be",
        "/queue/receive?queue=orders/billing&uid=u1&number=3&millis=1&most=101&id=a, most must be 1 to 100",
        "/queue/receive?queue=orders/billing&uid=u1&number=3&millis=1&most=1, id is missing",
        "/queue/settle?queue=orders/billing&uid=u1&number=3&action=eat, action must be",
        "/queue/settle?queue=orders/billing&uid=u1&number=3&action=release&delay=3601, delay must be"
    })
    void aWrongRequestIsRefusedWithASentence(String path, String sentence) throws Exception {
        var response = post(path, TOKEN.text());

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(sentence);
        assertThat(desk.asked).isEmpty();
    }

    @Test
    void aRequestWithoutASignatureOfItsBodyIsRefused() throws Exception {
        var settle = ReceiveServer.SETTLE + "?" + OF_QUEUE + "&action=reject";
        var unsigned = client.send(request(settle, "x", false), HttpResponse.BodyHandlers.ofString());
        var other = HttpRequest.newBuilder(at(settle))
                .POST(HttpRequest.BodyPublishers.ofString(TOKEN.text()))
                .header("Authorization", new SharedSecret(SECRET).sign("POST", at(settle), new byte[1], Instant.now()))
                .build();

        assertThat(unsigned.statusCode()).isEqualTo(401);
        assertThat(client.send(other, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
        assertThat(desk.asked).isEmpty();
    }

    @Test
    void aLargeBodyIsRefusedBeforeItsSignatureIsLookedAt() throws Exception {
        var settle = ReceiveServer.SETTLE + "?" + OF_QUEUE + "&action=reject";

        var response = client.send(request(settle, "x".repeat(40_000), false), HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(post(settle, (TOKEN.text() + "\n").repeat(1_000)).statusCode())
                .as("as many tokens as a receiver may settle at once")
                .isEqualTo(200);
    }

    /** The JDK's server closes it when the process has an admin port. */
    @Test
    void aReceiveIsAnsweredBeforeItsConnectionIsClosed() {
        assertThat(DeskQuery.of(URI.create("/?millis=55000")).patience())
                .isBetween(Duration.ofSeconds(10), AdminServer.TO_RESPOND.minusSeconds(5));
    }

    @Test
    void eventsOfAnAskerThatWentComeBack() throws Exception {
        desk.waits = true;
        try (var asker = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            asker.getOutputStream()
                    .write("POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nContent-Length: 0\r\n\r\n"
                            .formatted(
                                    RECEIVE,
                                    new SharedSecret(SECRET).sign("POST", at(RECEIVE), new byte[0], Instant.now()))
                            .getBytes(UTF_8));
            await().until(() -> desk.size() == 2);
            asker.setSoLinger(true, 0); // resets the connection
        }
        desk.answer.complete(new Reply.Given<>(List.of(new Received(TOKEN, "u1", 1, "{}".getBytes(UTF_8)))));

        await().until(() -> desk.size() == 5);
        assertThat(desk.asked.subList(2, 5)).containsExactly(QUEUE, new TokenAction.TakeBack(), List.of(TOKEN));
    }

    @Test
    void aTakenPortIsReported() {
        assertThatThrownBy(() -> ReceiveServer.start("127.0.0.1", server.port(), null))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("receive.listen");
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(request(path, body, true), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String path, String body, boolean signed) {
        var request = HttpRequest.newBuilder(at(path))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (signed) {
            var signature = new SharedSecret(SECRET).sign("POST", at(path), body.getBytes(UTF_8), Instant.now());
            request.header("Authorization", signature);
        }
        return request.build();
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
