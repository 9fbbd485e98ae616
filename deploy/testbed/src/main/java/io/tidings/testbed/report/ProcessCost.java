package io.tidings.testbed.report;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The cost of one process.
 *
 * @param cpu in the interval
 * @param threads the same by names of threads
 * @param contextSwitches in the interval
 * @param peakMegabytes of resident memory since its start
 */
public record ProcessCost(
        String process, Duration cpu, Map<String, Duration> threads, long contextSwitches, long peakMegabytes) {
    public ProcessCost {
        threads = Map.copyOf(threads);
    }

    /** The threads with the most CPU time, the first one with most. */
    public List<Map.Entry<String, Duration>> busiestThreads(int most) {
        return threads.entrySet().stream()
                .filter(thread -> thread.getValue().isPositive())
                .sorted(Map.Entry.<String, Duration>comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .toList();
    }
}
