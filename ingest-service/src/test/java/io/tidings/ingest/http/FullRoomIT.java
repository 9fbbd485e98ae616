package io.tidings.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-PUB-2: more than there is memory for is answered 503 with {@code Retry-After}, and taken when there is room again. */
@Timeout(240)
class FullRoomIT {
    private static final int MEGABYTE = 1 << 20;
    private static final int HELD = 4;
    private static final int ROOM = HELD * MEGABYTE + MEGABYTE / 2;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CountDownLatch held = new CountDownLatch(HELD);
    private final CountDownLatch released = new CountDownLatch(1);
    private final HttpEdge edge = HttpEdge.start(
            new EdgeConfig("localhost", 0, null, 100, ROOM, LIMIT, LIMIT, Duration.ZERO, Duration.ZERO), this::answer);
    private final HttpClient client = HttpClient.newHttpClient();

    private Answer answer(Request request) {
        return switch (request.body().get()) {
            case Body.Whole whole -> {
                if (request.path().equals("/held")) {
                    held.countDown();
                    await(released);
                }
                yield Answer.empty(whole.bytes().length > 0 ? 200 : 400);
            }
            case Body.TooLarge() -> Answer.empty(413);
            case Body.Illegible(var problem) -> Answer.of(problem);
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
        edge.close();
    }

    @Test
    void whoFindsNoRoomIsToldToComeLaterAndFindsItThen() throws Exception {
        var held = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < HELD; i++) {
            held.add(client.sendAsync(request("/held", MEGABYTE), BodyHandlers.ofString()));
        }
        await(this.held);

        var refused = post("/large", MEGABYTE);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).isPresent();
        assertThat(refused.body()).contains("http.body.bytes");
        assertThat(post("/small", 1_000).statusCode()).isEqualTo(200);

        released.countDown();
        assertThat(held).allSatisfy(each -> assertThat(each.get().statusCode()).isEqualTo(200));
        assertThat(post("/large", MEGABYTE).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> post(String path, int bytes) throws IOException, InterruptedException {
        return client.send(request(path, bytes), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, int bytes) {
        return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(edge.httpPort(), path)))
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
    }
}
