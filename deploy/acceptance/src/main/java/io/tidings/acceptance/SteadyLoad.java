package io.tidings.acceptance;

import io.tidings.acceptance.installation.TopicClient;
import io.tidings.testbed.load.Pace;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

/** A steady stream of events over HTTP; events that were not accepted are published again. */
final class SteadyLoad implements AutoCloseable {
    static final String TYPE = "load";

    private static final int EVENTS = 10;

    private final TopicClient client;
    private final String key;
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    private final Pace pace;

    private SteadyLoad(TopicClient client, String key, int rate) {
        this.client = client;
        this.key = key;
        this.pace = Pace.start("load", (double) rate / EVENTS, this::publish);
    }

    /** @param rate events a second */
    static SteadyLoad start(TopicClient client, String key, int rate) {
        return new SteadyLoad(client, key, rate);
    }

    private void publish() {
        if (client.publish(key, events(TYPE, accepted.get(), EVENTS)) == 200) {
            accepted.addAndGet(EVENTS);
        } else {
            refused.incrementAndGet();
        }
    }

    /** A request with so many events, which have numbers as ids. */
    static String events(String type, long from, int number) {
        var events = new StringJoiner(",", "[", "]");
        for (long id = from; id < from + number; id++) {
            events.add("""
                {"id":"%d","subject":"/orders/%d","eventType":"%s","eventTime":"2026-11-21T09:30:00Z","data":{"n":%d}}\
                """.formatted(id, id, type, id));
        }
        return events.toString();
    }

    /** Accepted events. */
    long accepted() {
        return accepted.get();
    }

    /** Refused requests. */
    long refused() {
        return refused.get();
    }

    @Override
    public void close() {
        end();
    }

    /** Returns when nothing more is published. */
    void end() {
        pace.close();
    }
}
