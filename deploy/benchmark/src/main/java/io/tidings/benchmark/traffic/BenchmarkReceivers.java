package io.tidings.benchmark.traffic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.report.Percentiles;
import io.tidings.testbed.sink.GroupCounter;
import io.tidings.testbed.sink.SinkCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/** Receivers of a queue over HTTP, each of which acknowledges at once what it gets, and receives again. Thread-safe. */
public final class BenchmarkReceivers implements AutoCloseable {
    private static final String ACKNOWLEDGE = "acknowledge";
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int DIGITS_OF_LATENCIES = 2;
    private static final long NANOS_PER_MICRO = 1_000;

    private final ManagementClient api;
    private final Queue queue;
    private final IntConsumer acknowledged;
    private final GroupCounter arrivals = new GroupCounter();
    private final Histogram receives = new Histogram(DIGITS_OF_LATENCIES);
    private final Histogram acknowledgements = new Histogram(DIGITS_OF_LATENCIES);
    private final List<Thread> threads = new ArrayList<>();
    private long unsettled;
    private volatile boolean running = true;

    /**
     * The queue, and how it is received.
     *
     * @param receiveKey that receivers show
     * @param batch most events at once
     */
    public record Queue(SubscriptionKey key, String receiveKey, int batch) {}

    /** @param acknowledged is told how many events have just been acknowledged */
    public BenchmarkReceivers(ManagementClient api, Queue queue, IntConsumer acknowledged) {
        this.api = api;
        this.queue = queue;
        this.acknowledged = acknowledged;
    }

    public BenchmarkReceivers start(int receivers) {
        for (int i = 0; i < receivers; i++) {
            threads.add(Thread.ofVirtual().start(this::run));
        }
        return this;
    }

    private void run() {
        var receive = "receive?maxWaitTime=10&maxEvents=" + queue.batch();
        while (running) {
            long asked = System.nanoTime();
            var events = ask(receive, "").path("value");
            if (!events.isEmpty()) {
                received(events, asked);
                acknowledge(events);
            }
        }
    }

    private void acknowledge(JsonNode events) {
        var body = JsonNodeFactory.instance.objectNode();
        var tokens = body.putArray("lockTokens");
        events.forEach(each -> tokens.add(each.at("/brokerProperties/lockToken")));
        long asked = System.nanoTime();
        int succeeded =
                ask(ACKNOWLEDGE, body.toString()).path("succeededLockTokens").size();
        acknowledged(asked, tokens.size() - succeeded);
        acknowledged.accept(succeeded);
    }

    private synchronized void received(JsonNode events, long asked) {
        receives.recordValue((System.nanoTime() - asked) / NANOS_PER_MICRO);
        arrivals.requested();
        for (var each : events) {
            var event = each.path("event");
            arrivals.delivered(event.path("id").asInt(), event.path("micros").asLong());
        }
    }

    private synchronized void acknowledged(long asked, int failed) {
        acknowledgements.recordValue((System.nanoTime() - asked) / NANOS_PER_MICRO);
        unsettled += failed;
    }

    private JsonNode ask(String action, String json) {
        var response = api.askQueue(queue.key().topic(), queue.key().name(), action, queue.receiveKey(), json);
        if (response.successful()) {
            return response.json();
        }
        if (running) {
            System.err.printf("%s: %d %s%n", action, response.statusCode(), response.body());
            FixedPause.sleep(PAUSE);
        }
        return MissingNode.getInstance();
    }

    /** Requests are receives that got something. */
    public synchronized SinkCounts counts() {
        return arrivals.counts(Integer.MAX_VALUE, System.nanoTime());
    }

    /** Events that were received, and could not be acknowledged. */
    public synchronized long unsettled() {
        return unsettled;
    }

    /** How long receives took that got something. */
    public synchronized Percentiles receives() {
        return Percentiles.of(receives);
    }

    public synchronized Percentiles acknowledgements() {
        return Percentiles.of(acknowledgements);
    }

    /** From publication to receipt. */
    public synchronized Percentiles latencies() {
        var all = new Histogram(DIGITS_OF_LATENCIES);
        arrivals.addLatenciesTo(all);
        return Percentiles.of(all);
    }

    public synchronized void forgetLatencies() {
        arrivals.forgetLatencies();
        receives.reset();
        acknowledgements.reset();
    }

    @Override
    public void close() {
        running = false;
        threads.forEach(Thread::interrupt);
    }
}
