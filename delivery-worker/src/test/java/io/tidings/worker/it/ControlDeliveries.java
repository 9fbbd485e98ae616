package io.tidings.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.WorkerProgram;
import java.time.Instant;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * New deliveries that are written every few milliseconds, each of an event of its own, for a worker of their own: they
 * show how long this machine takes at any moment for a delivery that waits for nothing, and wake nobody else's worker.
 */
final class ControlDeliveries implements AutoCloseable {
    private static final String NAME = "control";
    private static final int PACE_MILLIS = 20;

    private final WorkerFixture bench;
    private final WorkerProgram worker;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ConcurrentSkipListMap<Instant, String> written = new ConcurrentSkipListMap<>();
    private final String path;
    private int number;

    private ControlDeliveries(WorkerFixture bench, String path) {
        this.bench = bench;
        this.path = path;
        long read = bench.subscribe(NAME, path);
        worker = bench.readyWorker("control");
        var _ = clock.scheduleAtFixedRate(() -> write(read), 0, PACE_MILLIS, TimeUnit.MILLISECONDS);
    }

    static ControlDeliveries start(ScriptedWebhook webhook, String prefix, double scale) {
        return new ControlDeliveries(WorkerFixture.on(webhook, prefix, 1, scale), "/" + prefix);
    }

    private void write(long read) {
        written.put(Instant.now(), NAME + "-" + number);
        bench.write(WorkerFixture.record(
                bench.topics().deliveries(), null, WorkerFixture.delivery(NAME, number, read, RetryState.START)));
        number++;
    }

    /** When the endpoint got the first of these that was not written before a moment. */
    Instant arrivalOfFirstWrittenAfter(Instant moment) {
        await().until(() -> written.ceilingEntry(moment) != null);
        var event = written.ceilingEntry(moment).getValue();
        await().untilAsserted(() -> assertThat(bench.requests(path, event)).isNotEmpty());
        return bench.requests(path, event).getFirst().received();
    }

    @Override
    public void close() {
        clock.shutdownNow();
        worker.close();
        bench.close();
    }
}
