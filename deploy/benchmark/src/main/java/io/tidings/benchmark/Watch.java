package io.tidings.benchmark;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.process.MachineTime;
import io.tidings.benchmark.process.Usage;
import io.tidings.benchmark.report.Cost;
import io.tidings.benchmark.report.Interval;
import io.tidings.benchmark.sink.Counts;
import io.tidings.benchmark.sink.SinkClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Looks at a row from outside: what the sink has got, and what the processes have used for it. */
final class Watch {
    private static final long BETWEEN = Duration.ofMillis(20).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SinkClient sink;
    private final List<ChildProcess> processes;
    private final Progress progress;
    private final long begun = System.nanoTime();

    /** @param processes the one that is measured first */
    Watch(SinkClient sink, List<ChildProcess> processes, Progress progress) {
        this.sink = sink;
        this.processes = List.copyOf(processes);
        this.progress = progress;
    }

    private record Sample(long nanos, Counts counts, List<Usage> usages, Duration machine, Duration ourselves) {
        Duration machineWithoutUs() {
            return usages.stream().map(Usage::cpu).reduce(machine.minus(ourselves), Duration::minus);
        }
    }

    /** Waits for the warm-up and then for the rest, or until nothing comes any more. */
    Interval of(Load load) {
        var begin = when(load.warmUp(), load.events());
        var end = when(load.events(), load.events());
        var costs = new ArrayList<Cost>();
        for (int i = 0; i < processes.size(); i++) {
            var usage = end.usages().get(i);
            costs.add(new Cost(
                    processes.get(i).name(),
                    usage.cpu().minus(begin.usages().get(i).cpu()),
                    usage.threadsSince(begin.usages().get(i)),
                    usage.peakMegabytes()));
        }
        return new Interval(
                end.counts().distinct() - begin.counts().distinct(),
                Duration.ofNanos(end.nanos() - end.counts().sinceLastNanos() - begin.nanos()),
                costs,
                end.machineWithoutUs().minus(begin.machineWithoutUs()));
    }

    private Sample when(long distinct, long all) {
        var counts = sink.counts();
        while (counts.distinct() < distinct && !stuck(counts)) {
            processes.forEach(ChildProcess::requireRunning);
            progress.at(counts.distinct(), all);
            LockSupport.parkNanos(BETWEEN);
            counts = sink.counts();
        }
        return new Sample(
                System.nanoTime(),
                counts,
                processes.stream().map(ChildProcess::usage).toList(),
                MachineTime.busy(),
                ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
    }

    private boolean stuck(Counts counts) {
        // The sink may have waited long before anybody was asked to send.
        long silence = Math.min(counts.sinceLastNanos(), System.nanoTime() - begun);
        if (Duration.ofNanos(silence).compareTo(PATIENCE) < 0) {
            return false;
        }
        if (counts.distinct() == 0) {
            throw new IllegalStateException("nothing has arrived at the sink within %d s; read the logs of %s"
                    .formatted(
                            PATIENCE.toSeconds(),
                            processes.stream().map(ChildProcess::name).toList()));
        }
        return true; // what is missing is reported as lost
    }
}
