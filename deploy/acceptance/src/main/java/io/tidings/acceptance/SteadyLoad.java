package io.tidings.acceptance;

import java.time.Duration;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A steady stream of events over HTTP, until it is ended; what was not accepted is published again. */
final class SteadyLoad implements AutoCloseable {
    static final String TYPE = "load";

    private static final int EVENTS = 10;

    private final TopicClient edge;
    private final String key;
    private final long interval;
    private final Thread thread;
    private volatile boolean running = true;
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    private SteadyLoad(TopicClient edge, String key, int rate) {
        this.edge = edge;
        this.key = key;
        this.interval = Duration.ofSeconds(1).toNanos() * EVENTS / rate;
        this.thread = Thread.ofPlatform().name("load").unstarted(this::publish);
    }

    /** @param rate events a second */
    static SteadyLoad start(TopicClient edge, String key, int rate) {
        var load = new SteadyLoad(edge, key, rate);
        load.thread.start();
        return load;
    }

    private void publish() {
        long next = System.nanoTime();
        while (running) {
            LockSupport.parkNanos(next - System.nanoTime());
            if (edge.publish(key, events(TYPE, accepted.get(), EVENTS)) == 200) {
                accepted.addAndGet(EVENTS);
            } else {
                refused.incrementAndGet();
            }
            next += interval;
        }
    }

    /** A request with so many events, whose ids are numbers. */
    static String events(String type, long from, int number) {
        var events = new StringJoiner(",", "[", "]");
        for (long id = from; id < from + number; id++) {
            events.add("""
                {"id":"%d","subject":"/orders/%d","eventType":"%s","eventTime":"2026-11-21T09:30:00Z","data":{"n":%d}}\
                """.formatted(id, id, type, id));
        }
        return events.toString();
    }

    /** Events so far. */
    long accepted() {
        return accepted.get();
    }

    /** Requests. */
    long refused() {
        return refused.get();
    }

    @Override
    public void close() {
        end();
    }

    /** Returns when nothing more is published. */
    void end() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
