package io.tidings.ingest.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-2: a request without memory gets 503 with {@code Retry-After}, and succeeds when there is room again. */
@Timeout(240)
class BodyBudgetIT {
    private static final int MEGABYTE = 1 << 20;
    private static final int HELD = 4;
    private static final int ROOM = HELD * MEGABYTE + MEGABYTE / 2;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Semaphore held = new Semaphore(0);
    private final CountDownLatch released = new CountDownLatch(1);
    private final IngestServer server = IngestServer.start(
            new ServerConfig("localhost", 0, null, null, 100, ROOM, LIMIT, LIMIT, LIMIT, Duration.ZERO, Duration.ZERO),
            this::answer,
            this::answer);
    private final HttpClient client = HttpClient.newHttpClient();

    private Response answer(Request request) {
        return switch (request.body().get()) {
            case Body.Whole whole -> {
                if (request.path().equals("/held")) {
                    held.release();
                    await(released);
                }
                yield Response.empty(whole.bytes().length > 0 ? 200 : 400);
            }
            case Body.TooLarge() -> Response.empty(413);
            case Body.Malformed(var error) -> Response.of(error);
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        released.countDown();
        client.close();
        server.close();
    }

    @Test
    void aRequestWithoutMemoryGets503AndSucceedsLater() throws Exception {
        var held = hold(HELD);

        var refused = post("/large", MEGABYTE);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).isPresent();
        assertThat(refused.body()).contains("http.body.bytes");
        assertThat(post("/small", 1_000).statusCode()).isEqualTo(200);

        released.countDown();
        assertThat(held).allSatisfy(each -> assertThat(each.get().statusCode()).isEqualTo(200));
        assertThat(post("/large", MEGABYTE).statusCode()).isEqualTo(200);
    }

    /** The rest is read only so that the client reads the response, and may take long to arrive. */
    @ParameterizedTest(name = "{0} held, {1} bytes asked for")
    @CsvSource({"3, 1048576", "4, 300000"})
    void aRefusedRequestFreesItsMemoryBeforeTheRestOfItsBodyArrives(int requests, int bytes) throws Exception {
        var _ = hold(requests);
        try (var refused = unfinished()) {
            Awaitility.await()
                    .atMost(LIMIT.dividedBy(2))
                    .untilAsserted(
                            () -> assertThat(post("/next", bytes).statusCode()).isEqualTo(200));
            assertThat(refused.getInputStream().available())
                    .as("no response before the whole request")
                    .isZero();
        }
    }

    /** Returns when so many requests of a megabyte have the room that they need. */
    private List<CompletableFuture<HttpResponse<String>>> hold(int requests) throws InterruptedException {
        var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < requests; i++) {
            answers.add(client.sendAsync(request("/held", MEGABYTE), BodyHandlers.ofString()));
        }
        held.acquire(requests);
        return answers;
    }

    /** Of a request that is too large for the service, and for any room that is left, all has gone out but its end. */
    private Socket unfinished() throws IOException {
        var socket = new Socket("localhost", server.httpPort());
        socket.setSendBufferSize(MEGABYTE / 16);
        var head = "POST /unfinished HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n".formatted(12 * MEGABYTE);
        socket.getOutputStream().write(head.getBytes(US_ASCII));
        socket.getOutputStream().write(new byte[8 * MEGABYTE]);
        return socket;
    }

    private HttpResponse<String> post(String path, int bytes) throws IOException, InterruptedException {
        return client.send(request(path, bytes), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, int bytes) {
        return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(server.httpPort(), path)))
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
    }
}
