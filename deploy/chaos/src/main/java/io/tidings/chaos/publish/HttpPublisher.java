package io.tidings.chaos.publish;

import io.tidings.chaos.history.AcceptedEvent.Way;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.ChaosSchema;
import io.tidings.testbed.load.Pace;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Posts small batches at a pace; what was answered 200 is owed. */
public final class HttpPublisher implements AutoCloseable {
    /** As many as there are types: half of them for each topic. */
    private static final int TURN = ChaosEvents.TYPES;

    private static final int OPEN = 64;
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final int port;
    private final PublishLedger ledger;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Semaphore open = new Semaphore(OPEN);
    private final Pace pace;

    private HttpPublisher(int port, PublishLedger ledger, int perSecond) {
        this.port = port;
        this.ledger = ledger;
        this.pace = Pace.start("http-publisher", (double) perSecond / TURN, this::publish);
    }

    public static HttpPublisher start(int port, PublishLedger ledger, int perSecond) {
        return new HttpPublisher(port, ledger, perSecond);
    }

    private void publish() {
        long first = ledger.take(TURN);
        for (var schema : ChaosSchema.values()) {
            post(
                    schema,
                    LongStream.range(first, first + TURN)
                            .filter(number -> ChaosEvents.schema(ChaosEvents.type(number)) == schema)
                            .boxed()
                            .toList());
        }
    }

    private void post(ChaosSchema schema, List<Long> numbers) {
        open.acquireUninterruptibly();
        var sent = Instant.now();
        var body = numbers.stream().map(ChaosEvents::json).collect(Collectors.joining(",", "[", "]"));
        var request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:%d/topics/%s/api/events".formatted(port, ChaosEvents.topic(schema))))
                .timeout(PATIENCE)
                .header("content-type", contentType(schema))
                .POST(BodyPublishers.ofString(body))
                .build();
        var _ = http.sendAsync(request, BodyHandlers.discarding()).handle((response, _) -> {
            answered(numbers, sent, response != null && response.statusCode() == OK);
            return null;
        });
    }

    private static String contentType(ChaosSchema schema) {
        return schema == ChaosSchema.CLOUD_EVENTS ? "application/cloudevents-batch+json" : "application/json";
    }

    private void answered(List<Long> numbers, Instant sent, boolean accepted) {
        if (accepted) {
            numbers.forEach(number -> ledger.accepted(number, sent, Way.HTTP));
        } else {
            ledger.refused(numbers.size());
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
