package io.tidings.chaos.overload;

import io.tidings.testbed.load.Pace;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.NumberedEvent;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A publisher to one topic, which remembers what was accepted. Used by one thread at a time. */
final class LoadGenerator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final URI endpoint;
    private final RequestLoad load;
    private final NumberedEvent events;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Semaphore open;
    private final BitSet accepted = new BitSet();
    private PublishResponses answers = new PublishResponses();
    private int next;
    private @Nullable Pace pace;

    /**
     * What it posts.
     *
     * @param eventBytes of each event
     * @param perRequest events; more than one go as an array
     * @param atOnce requests that are open at most
     */
    record RequestLoad(int eventBytes, int perRequest, int atOnce) {}

    LoadGenerator(int port, String topic, RequestLoad load) {
        this.endpoint = URI.create("http://127.0.0.1:%d/topics/%s/api/events".formatted(port, topic));
        this.load = load;
        this.events = new NumberedEvent(load.eventBytes());
        this.open = new Semaphore(load.atOnce());
    }

    /** Goes on until it is stopped. */
    void pace(double eventsPerSecond) {
        stop();
        pace = Pace.start("publisher", eventsPerSecond / load.perRequest(), this::post);
    }

    /** Returns when everything is answered. */
    void stop() {
        if (pace != null) {
            pace.close();
            pace = null;
        }
        open.acquireUninterruptibly(load.atOnce());
        open.release(load.atOnce());
    }

    /** Posts so many events as fast as it may; returns when all are answered. */
    void post(int number) {
        for (int i = 0; i < number; i += load.perRequest()) {
            post();
        }
        stop();
    }

    private void post() {
        open.acquireUninterruptibly();
        int first = next;
        next += load.perRequest();
        var single = load.perRequest() == 1;
        var request = HttpRequest.newBuilder(endpoint)
                .timeout(PATIENCE)
                .header("content-type", "application/cloudevents" + (single ? "" : "-batch") + "+json")
                .POST(BodyPublishers.ofByteArray(single ? events.bytes(first, EpochMicros.now()) : batch(first)))
                .build();
        long begun = System.nanoTime();
        var _ = http.sendAsync(request, BodyHandlers.discarding()).handle((response, _) -> {
            answered(first, response, Duration.ofNanos(System.nanoTime() - begun));
            open.release();
            return null;
        });
    }

    private byte[] batch(int first) {
        var body = new ByteArrayOutputStream(load.perRequest() * (load.eventBytes() + 1) + 1);
        for (int i = 0; i < load.perRequest(); i++) {
            body.write(i == 0 ? '[' : ',');
            body.writeBytes(events.bytes(first + i, EpochMicros.now()));
        }
        body.write(']');
        return body.toByteArray();
    }

    private synchronized void answered(int first, @Nullable HttpResponse<Void> response, Duration took) {
        answers.add(
                response == null ? PublishResponses.NONE : response.statusCode(),
                response != null && response.headers().firstValue("retry-after").isPresent(),
                took);
        if (response != null && response.statusCode() == OK) {
            accepted.set(first, first + load.perRequest());
        }
    }

    /** Since it was last asked. */
    synchronized PublishResponses takeAnswers() {
        var taken = answers;
        answers = new PublishResponses();
        return taken;
    }

    /** Events, however they were answered. */
    int posted() {
        return next;
    }

    /** The numbers of the events that are owed. */
    synchronized BitSet accepted() {
        return (BitSet) accepted.clone();
    }

    @Override
    public void close() {
        stop();
        http.close();
    }
}
