package io.tidings.testbed.process;

import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.ProcessCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures what processes use, this one included. */
public final class UsageMeter {
    private static final String OURSELVES = "benchmark";

    private final List<ChildProcess> processes;

    /** @param processes the measured one first */
    public UsageMeter(List<ChildProcess> processes) {
        this.processes = List.copyOf(processes);
    }

    /** Usage until a moment. */
    public record Sample(long nanos, List<ProcessUsage> usages, Duration machine) {
        public Sample {
            usages = List.copyOf(usages);
        }

        private Duration elsewhere() {
            return usages.stream().map(ProcessUsage::cpu).reduce(machine, Duration::minus);
        }

        /** The same sample, taken earlier. */
        public Sample minusNanos(long earlier) {
            return new Sample(nanos - earlier, usages, machine);
        }
    }

    public Sample sample() {
        var usages = new ArrayList<>(processes.stream().map(ChildProcess::usage).toList());
        usages.add(ProcessUsage.of(ProcessHandle.current()));
        return new Sample(System.nanoTime(), usages, MachineTime.busy());
    }

    /** @param events delivered between the samples */
    public MeasuredInterval between(Sample begin, Sample end, long events) {
        var costs = new ArrayList<ProcessCost>();
        for (int i = 0; i < end.usages().size(); i++) {
            var usage = end.usages().get(i);
            costs.add(new ProcessCost(
                    i < processes.size() ? processes.get(i).name() : OURSELVES,
                    usage.cpu().minus(begin.usages().get(i).cpu()),
                    usage.threadsSince(begin.usages().get(i)),
                    usage.contextSwitchesSince(begin.usages().get(i)),
                    usage.peakMegabytes()));
        }
        return new MeasuredInterval(
                events,
                Duration.ofNanos(end.nanos() - begin.nanos()),
                costs,
                end.elsewhere().minus(begin.elsewhere()));
    }

    /** The interval between the next two announcements of a process. */
    public MeasuredInterval betweenAnnouncements(ChildProcess announcing, long events) {
        announcing.announcement();
        var begin = sample();
        announcing.announcement();
        return between(begin, sample(), events);
    }

    /** @throws IllegalStateException if a process has ended; the message names its log */
    public void requireRunning() {
        processes.forEach(ChildProcess::requireRunning);
    }

    public List<String> names() {
        return processes.stream().map(ChildProcess::name).toList();
    }
}
