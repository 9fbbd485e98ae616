package io.tidings.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.testbed.load.QueueReceivers;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.WorkerProgram;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-PULL-2, B-PULL-4 on a real broker: receivers wait while partition numbers move and workers end. */
@Timeout(400)
class QueueMovesIT {
    private static final Map<String, String> LISTENS = Map.of("receive.listen", "127.0.0.1:0", "drain.timeout", "1ms");
    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final String QUEUE = "queue=orders/pulled&uid=uid-pulled";
    private static final int SOME = 200;

    @Test
    void nothingIsLostAndNobodyGetsWhatAnotherHasWhileNumbersMove() {
        try (var webhook = ScriptedWebhook.start();
                var bench = WorkerFixture.on(webhook, "queue-moves", 2, 1);
                var receivers = new QueueReceivers(QUEUE, LOCK, number -> owner(bench, number))) {
            long read = bench.subscribeQueue("pulled", "", "");
            receivers.start(0, 4).start(1, 4);
            WorkerProgram two;
            try (var _ = bench.readyWorker("one", LISTENS)) {
                deliver(bench, 0, read);
                awaitEnded(receivers, SOME);
                two = bench.readyWorker("two", LISTENS);
                await().atMost(WorkerFixture.SOON).until(() -> !owner(bench, 0).equals(owner(bench, 1)));
                deliver(bench, SOME, read);
                awaitEnded(receivers, 2 * SOME);
                deliver(bench, 2 * SOME, read);
            }
            try (two;
                    var _ = bench.readyWorker("one", LISTENS)) {
                deliver(bench, 3 * SOME, read);
                awaitEnded(receivers, 4 * SOME);
                receivers.settleAll();
                await().atMost(LOCK.multipliedBy(3))
                        .untilAsserted(() -> assertThat(receivers.ended()).isEqualTo(ids(4 * SOME)));
            }
            assertThat(receivers.contradictions()).isEmpty();
        }
    }

    /** Most of them: some locks have to end first. */
    private static void awaitEnded(QueueReceivers receivers, int events) {
        await().atMost(WorkerFixture.SOON).until(() -> receivers.ended().size() > events / 2);
    }

    /** To both numbers, as if their count had grown. */
    private static void deliver(WorkerFixture bench, int from, long read) {
        bench.writeAll(IntStream.range(from, from + SOME)
                .mapToObj(event -> WorkerFixture.record(
                        bench.topics().deliveries(),
                        event % 2,
                        WorkerFixture.delivery("pulled", event, read, RetryState.START)))
                .toList());
    }

    private static Set<String> ids(int events) {
        var ids = new HashSet<String>();
        IntStream.range(0, events).forEach(event -> ids.add("pulled-" + event));
        return ids;
    }

    private static Optional<String> owner(WorkerFixture bench, int number) {
        var owners = new NumberOwners();
        bench.records(bench.topics().probation()).stream()
                .filter(record -> new String(record.key(), UTF_8).equals(NumberOwners.KEY))
                .forEach(record -> assertThat(owners.read(record.partition(), record.value()))
                        .isEmpty());
        return owners.address(number);
    }
}
