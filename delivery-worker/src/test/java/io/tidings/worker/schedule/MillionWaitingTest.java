package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.worker.schedule.KeyQueues.Bounds;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-LANE-2: a new owner takes a million deliveries over that wait for their order key. */
class MillionWaitingTest {
    private static final int WAITING = 1_000_000;
    private static final int KEYS = 10_000;
    private static final int CHANGES_OF_A_RECORD = 10_000;
    private static final long MEGABYTE = 1024 * 1024;

    @Test
    void theIndexIsReadWithinFiveSecondsAndTakes64Megabytes() {
        var index = index();
        assertThat(index.stream().mapToLong(each -> each.length).sum())
                .as("40 bytes a delivery")
                .isLessThan(40L * WAITING);
        long before = usedMemory();
        long begun = processorNanos();
        var queues = new KeyQueues<String>(new Bounds(1 << 20, 200, 10_000), String::length);
        for (var record : index) {
            QueueRecord.read(record).orElseThrow().changes().forEach(queues::restore);
        }
        queues.begin();
        assertThat(Duration.ofNanos(processorNanos() - begun)).isLessThan(Duration.ofSeconds(5));
        assertThat(queues.waiting()).isEqualTo(WAITING);
        assertThat(usedMemory() - before).isLessThan(64 * MEGABYTE);
        assertThat(queues.takeWanted(1, _ -> Integer.MAX_VALUE)).hasSize(1);
    }

    /** Keys take turns, so that the deliveries of none lie side by side. */
    private static List<byte[]> index() {
        var index = new ArrayList<byte[]>();
        var changes = new ArrayList<QueueChange>();
        for (int i = 0; i < WAITING; i++) {
            changes.add(new Added(KeyQueuesTest.key("customer-" + i % KEYS), i, i));
            if (changes.size() == CHANGES_OF_A_RECORD) {
                index.add(new QueueRecord(index.isEmpty(), "id", 0, i + 1L, changes).write());
                changes.clear();
            }
        }
        return index;
    }

    /** Returns the processor time of this thread, which other tests on the machine do not change. */
    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long usedMemory() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
