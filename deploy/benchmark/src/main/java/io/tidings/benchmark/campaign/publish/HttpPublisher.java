package io.tidings.benchmark.campaign.publish;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Posts small batches at a pace; what was answered 200 is owed. */
public final class HttpPublisher implements AutoCloseable {
    private static final int BATCH = 5;
    private static final int OPEN = 64;
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI endpoint;
    private final Ledger ledger;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Semaphore open = new Semaphore(OPEN);
    private final Pace pace;

    private HttpPublisher(int port, Ledger ledger, int perSecond) {
        this.endpoint = URI.create("http://127.0.0.1:%d/topics/%s/api/events".formatted(port, Roster.TOPIC));
        this.ledger = ledger;
        this.pace = Pace.start("http-publisher", (double) perSecond / BATCH, this::publish);
    }

    public static HttpPublisher start(int port, Ledger ledger, int perSecond) {
        return new HttpPublisher(port, ledger, perSecond);
    }

    private void publish() {
        open.acquireUninterruptibly();
        long first = ledger.take(BATCH);
        var body = LongStream.range(first, first + BATCH)
                .mapToObj(Events::json)
                .collect(Collectors.joining(",", "[", "]"));
        var request = HttpRequest.newBuilder(endpoint)
                .timeout(PATIENCE)
                .header("content-type", "application/cloudevents-batch+json")
                .POST(BodyPublishers.ofString(body))
                .build();
        var _ = http.sendAsync(request, BodyHandlers.discarding()).handle((response, _) -> {
            answered(first, response != null && response.statusCode() == OK);
            return null;
        });
    }

    private void answered(long first, boolean accepted) {
        if (accepted) {
            LongStream.range(first, first + BATCH).forEach(ledger::accepted);
        } else {
            ledger.refused(BATCH);
        }
        open.release();
    }

    /** Returns when every request has ended. */
    @Override
    public void close() {
        pace.close();
        open.acquireUninterruptibly(OPEN);
        http.close();
    }
}
