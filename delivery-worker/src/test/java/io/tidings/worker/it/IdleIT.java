package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker with nothing to do, on a real broker. */
@Timeout(400)
class IdleIT {
    private static final Duration WHILE = Duration.ofSeconds(4);
    /** A consumer whose fetches end after 100 ms makes forty. */
    private static final int FEW = 10;

    @Test
    void aWorkerAtRestHardlyFetchesAndDeliversWhatComes() {
        try (var webhook = ScriptedWebhook.start();
                var bench = WorkerFixture.on(webhook, "idle", 2, 1);
                var _ = bench.readyWorker("one")) {
            for (var name : List.of("first", "second")) {
                bench.subscribe(name, "/" + name);
                bench.deliver(name, 1);
                bench.awaitRequests("/" + name, 1);
                awaitRest(bench);
            }
        }
    }

    private static void awaitRest(WorkerFixture bench) {
        var before = new AtomicReference<>(0.0);
        await().atMost(SOON).pollDelay(WHILE).pollInterval(WHILE).until(() -> {
            double now = bench.fetches("one");
            return now - before.getAndSet(now) < FEW && now > 0;
        });
    }
}
