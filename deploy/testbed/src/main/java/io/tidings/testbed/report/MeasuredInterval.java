package io.tidings.testbed.report;

import java.time.Duration;
import java.util.List;

/**
 * The measured part of a row.
 *
 * @param events that were delivered; zero where they do not matter
 * @param costs of the measured process first
 * @param elsewhere the time that processors worked for other programs
 */
public record MeasuredInterval(long events, Duration took, List<ProcessCost> costs, Duration elsewhere) {
    public MeasuredInterval {
        costs = List.copyOf(costs);
        if (costs.isEmpty()) {
            throw new IllegalArgumentException("an interval has the cost of the measured process");
        }
    }

    public double perSecond() {
        return events / seconds(took);
    }

    /** CPU seconds per 1,000 events. */
    public double cpuPerThousand(ProcessCost cost) {
        return perThousand(cost.cpu());
    }

    public double perThousand(Duration time) {
        return 1_000 * seconds(time) / events;
    }

    public double contextSwitchesPerEvent(ProcessCost cost) {
        return (double) cost.contextSwitches() / events;
    }

    public double contextSwitchesPerSecond(ProcessCost cost) {
        return cost.contextSwitches() / seconds(took);
    }

    /** The part of one processor that a process used. */
    public double percentOfAProcessor(ProcessCost cost) {
        return 100 * seconds(cost.cpu()) / seconds(took);
    }

    /** The average number of processors that worked for other programs. */
    public double processorsElsewhere() {
        return Math.max(0, seconds(elsewhere) / seconds(took));
    }

    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
