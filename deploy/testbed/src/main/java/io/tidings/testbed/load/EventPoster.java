package io.tidings.testbed.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Posts events to ingest with a limit of open requests. Safe for use by many threads. */
public final class EventPoster implements AutoCloseable {
    private final HttpClient http;
    private final String base;
    private final Duration timeout;
    private final int atOnce;
    private final Semaphore open;

    /** @param port of ingest on this machine */
    public EventPoster(int port, int atOnce, Duration timeout) {
        this.base = "http://127.0.0.1:" + port;
        this.atOnce = atOnce;
        this.timeout = timeout;
        this.open = new Semaphore(atOnce);
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    /**
     * The end of a request.
     *
     * @param status {@link #NONE} when there was no response
     */
    public record Result(int status, boolean retryAfter, Instant sent, Duration took) {
        public static final int NONE = 0;
        private static final int OK = 200;

        /** True if ingest is responsible for the events from now on. */
        public boolean accepted() {
            return status == OK;
        }
    }

    /** Returns when the request is sent; waits while too many are open. */
    public void post(String topic, String contentType, byte[] body, Consumer<Result> ledger) {
        open.acquireUninterruptibly();
        var request = HttpRequest.newBuilder(URI.create("%s/topics/%s/api/events".formatted(base, topic)))
                .timeout(timeout)
                .header("content-type", contentType)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        var sent = Instant.now();
        long begun = System.nanoTime();
        var _ = http.sendAsync(request, BodyHandlers.discarding()).handle((response, _) -> {
            ledger.accept(result(response, sent, Duration.ofNanos(System.nanoTime() - begun)));
            open.release();
            return null;
        });
    }

    private static Result result(@Nullable HttpResponse<Void> response, Instant sent, Duration took) {
        return response == null
                ? new Result(Result.NONE, false, sent, took)
                : new Result(
                        response.statusCode(),
                        response.headers().firstValue("retry-after").isPresent(),
                        sent,
                        took);
    }

    /** Returns when no request is open. */
    public void awaitResponses() {
        open.acquireUninterruptibly(atOnce);
        open.release(atOnce);
    }

    @Override
    public void close() {
        awaitResponses();
        http.close();
    }
}
