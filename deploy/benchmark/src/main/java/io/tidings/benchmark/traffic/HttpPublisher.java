package io.tidings.benchmark.traffic;

import io.tidings.benchmark.report.Measurements;
import io.tidings.testbed.load.EventPoster;
import io.tidings.testbed.load.Pace;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.NumberedEvent;
import io.tidings.testbed.sink.SinkClient;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A publisher to one topic over HTTP, which remembers what was accepted. Used by one thread at a time. */
public final class HttpPublisher implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(5), Duration.ofMillis(250));

    private final String topic;
    private final Requests requests;
    private final NumberedEvent events;
    private final EventPoster poster;
    private final BitSet accepted = new BitSet();
    private List<EventPoster.Result> responses = new ArrayList<>();
    private int next;
    private @Nullable Pace pace;

    /**
     * The events that it posts.
     *
     * @param events in each; more than one go as an array
     * @param atOnce requests that are open at most
     */
    public record Requests(int eventBytes, int events, int atOnce) {}

    /** @param port of ingest */
    public HttpPublisher(int port, String topic, Requests requests) {
        this.topic = topic;
        this.requests = requests;
        this.events = new NumberedEvent(requests.eventBytes());
        this.poster = new EventPoster(port, requests.atOnce(), TIMEOUT);
    }

    /** Publishes until it is stopped. */
    public void pace(double eventsPerSecond) {
        stop();
        pace = Pace.start("publisher", eventsPerSecond / requests.events(), this::post);
    }

    /** Returns when every request has ended. */
    public void stop() {
        if (pace != null) {
            pace.close();
            pace = null;
        }
        poster.awaitResponses();
    }

    /** Posts so many events as fast as it may; returns when every request has ended. */
    public void post(int number) {
        for (int i = 0; i < number; i += requests.events()) {
            post();
        }
        stop();
    }

    private void post() {
        int first = next;
        next += requests.events();
        boolean single = requests.events() == 1;
        poster.post(
                topic,
                "application/cloudevents" + (single ? "" : "-batch") + "+json",
                single ? events.bytes(first, EpochMicros.now()) : batch(first),
                result -> note(first, result));
    }

    private byte[] batch(int first) {
        var body = new ByteArrayOutputStream(requests.events() * (requests.eventBytes() + 1) + 1);
        for (int i = 0; i < requests.events(); i++) {
            body.write(i == 0 ? '[' : ',');
            body.writeBytes(events.bytes(first + i, EpochMicros.now()));
        }
        body.write(']');
        return body.toByteArray();
    }

    private synchronized void note(int first, EventPoster.Result result) {
        responses.add(result);
        if (result.accepted()) {
            accepted.set(first, first + requests.events());
        }
    }

    /** The responses since it was last asked. */
    public synchronized List<EventPoster.Result> takeResponses() {
        var taken = responses;
        responses = new ArrayList<>();
        return taken;
    }

    /** Adds the number of responses with each status. */
    public static Measurements counted(List<EventPoster.Result> responses, Measurements sofar) {
        var statuses = new TreeMap<Integer, Integer>();
        responses.forEach(each -> statuses.merge(each.status(), 1, Integer::sum));
        var findings = sofar;
        for (var status : statuses.entrySet()) {
            findings = findings.with("responses " + status.getKey(), status.getValue());
        }
        return findings;
    }

    /** Events, accepted or not. */
    public int posted() {
        return next;
    }

    public synchronized int accepted() {
        return accepted.cardinality();
    }

    /** Stops; returns the number of accepted events that the group lacks, when it lacks none or patience ends. */
    public long lost(SinkClient sink, String group) {
        stop();
        var missing = (BitSet) accepted.clone();
        PATIENCE.until(() -> {
            missing.andNot(sink.seen(group));
            return missing.isEmpty();
        });
        return missing.cardinality();
    }

    @Override
    public void close() {
        stop();
        poster.close();
    }
}
