package io.tidings.benchmark.process;

import io.tidings.benchmark.report.Cost;
import io.tidings.benchmark.report.Interval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures what the processes of a row use, this one included. */
public final class Meter {
    private static final String OURSELVES = "benchmark";

    private final List<ChildProcess> processes;

    /** @param processes the one that is measured first */
    public Meter(List<ChildProcess> processes) {
        this.processes = List.copyOf(processes);
    }

    /** What was used until a moment. */
    public record Sample(long nanos, List<Usage> usages, Duration machine) {
        public Sample {
            usages = List.copyOf(usages);
        }

        private Duration elsewhere() {
            return usages.stream().map(Usage::cpu).reduce(machine, Duration::minus);
        }

        /** As if it had been taken earlier. */
        public Sample minusNanos(long earlier) {
            return new Sample(nanos - earlier, usages, machine);
        }
    }

    public Sample sample() {
        var usages = new ArrayList<>(processes.stream().map(ChildProcess::usage).toList());
        usages.add(Usage.of(ProcessHandle.current()));
        return new Sample(System.nanoTime(), usages, MachineTime.busy());
    }

    /** @param events that were delivered between the samples */
    public Interval between(Sample begin, Sample end, long events) {
        var costs = new ArrayList<Cost>();
        for (int i = 0; i < end.usages().size(); i++) {
            var usage = end.usages().get(i);
            costs.add(new Cost(
                    i < processes.size() ? processes.get(i).name() : OURSELVES,
                    usage.cpu().minus(begin.usages().get(i).cpu()),
                    usage.threadsSince(begin.usages().get(i)),
                    usage.peakMegabytes()));
        }
        return new Interval(
                events,
                Duration.ofNanos(end.nanos() - begin.nanos()),
                costs,
                end.elsewhere().minus(begin.elsewhere()));
    }

    /** From the first to the second time that this process announces something. */
    public Interval betweenAnnouncements(ChildProcess announcing, long events) {
        announcing.announcement();
        var begin = sample();
        announcing.announcement();
        return between(begin, sample(), events);
    }

    /** @throws IllegalStateException if one has ended, with where to look */
    public void requireRunning() {
        processes.forEach(ChildProcess::requireRunning);
    }

    public List<String> names() {
        return processes.stream().map(ChildProcess::name).toList();
    }
}
