package io.tidings.chaos.overload;

import io.tidings.testbed.load.EventPoster;
import io.tidings.testbed.load.Pace;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.NumberedEvent;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A publisher to one topic, which remembers what was accepted. Used by one thread at a time. */
final class LoadGenerator implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String topic;
    private final RequestLoad load;
    private final NumberedEvent events;
    private final EventPoster poster;
    private final BitSet accepted = new BitSet();
    private PublishResponses responses = new PublishResponses();
    private int next;
    private @Nullable Pace pace;

    /**
     * What it posts.
     *
     * @param perRequest events; more than one go as an array
     * @param atOnce requests that are open at most
     */
    record RequestLoad(int eventBytes, int perRequest, int atOnce) {}

    LoadGenerator(int port, String topic, RequestLoad load) {
        this.topic = topic;
        this.load = load;
        this.events = new NumberedEvent(load.eventBytes());
        this.poster = new EventPoster(port, load.atOnce(), TIMEOUT);
    }

    /** Publishes until it is stopped. */
    void pace(double eventsPerSecond) {
        stop();
        pace = Pace.start("publisher", eventsPerSecond / load.perRequest(), this::post);
    }

    /** Returns when every request has ended. */
    void stop() {
        if (pace != null) {
            pace.close();
            pace = null;
        }
        poster.awaitResponses();
    }

    /** Posts so many events as fast as it may; returns when every request has ended. */
    void post(int number) {
        for (int i = 0; i < number; i += load.perRequest()) {
            post();
        }
        stop();
    }

    private void post() {
        int first = next;
        next += load.perRequest();
        boolean single = load.perRequest() == 1;
        poster.post(
                topic,
                "application/cloudevents" + (single ? "" : "-batch") + "+json",
                single ? events.bytes(first, EpochMicros.now()) : batch(first),
                result -> note(first, result));
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

    private synchronized void note(int first, EventPoster.Result result) {
        responses.add(result);
        if (result.accepted()) {
            accepted.set(first, first + load.perRequest());
        }
    }

    /** The responses since it was last asked. */
    synchronized PublishResponses takeResponses() {
        var taken = responses;
        responses = new PublishResponses();
        return taken;
    }

    /** Events, accepted or not. */
    int posted() {
        return next;
    }

    /** The numbers of the accepted events. */
    synchronized BitSet accepted() {
        return (BitSet) accepted.clone();
    }

    @Override
    public void close() {
        stop();
        poster.close();
    }
}
