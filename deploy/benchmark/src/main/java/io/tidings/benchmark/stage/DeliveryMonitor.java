package io.tidings.benchmark.stage;

import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.process.UsageMeter.Sample;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkCounts;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Watches a row from outside: the counts of the sink, or of receivers, and the usage of the processes. */
public final class DeliveryMonitor {
    private static final long BETWEEN = Duration.ofMillis(20).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Supplier<SinkCounts> counts;
    private final Runnable forgetLatencies;
    private final UsageMeter meter;
    private final ProgressLine progress;

    public DeliveryMonitor(SinkClient sink, UsageMeter meter, ProgressLine progress) {
        this(sink::counts, sink::forgetLatencies, meter, progress);
    }

    /** @param counts of what has arrived */
    public DeliveryMonitor(
            Supplier<SinkCounts> counts, Runnable forgetLatencies, UsageMeter meter, ProgressLine progress) {
        this.counts = counts;
        this.forgetLatencies = forgetLatencies;
        this.meter = meter;
        this.progress = progress;
    }

    /**
     * Waits for the warm-up and then for all events, or until no more come.
     *
     * @throws IllegalStateException if all had come before this could begin to measure
     */
    public MeasuredInterval of(long warmUp, long all) {
        var begun = until(counts, warmUp, all);
        forgetLatencies.run();
        var begin = meter.sample();
        var ended = until(counts, all, all);
        var end = meter.sample().minusNanos(ended.sinceLastNanos());
        if (end.nanos() <= begin.nanos()) {
            throw new IllegalStateException("all events had arrived before measuring began; let --deliveries be more");
        }
        return meter.between(begin, end, ended.distinct() - begun.distinct());
    }

    public MeasuredInterval during(Duration time) {
        forgetLatencies.run();
        long before = counts.get().distinct();
        var begin = meter.sample();
        pass(time);
        var end = meter.sample();
        return meter.between(begin, end, counts.get().distinct() - before);
    }

    /** The interval since then, with so many events. */
    public MeasuredInterval since(Sample begin, long events) {
        return meter.between(begin, meter.sample(), events);
    }

    /** Waits while all processes run. */
    public void pass(Duration time) {
        long begin = System.nanoTime();
        for (long passed = 0; passed < time.toNanos(); passed = System.nanoTime() - begin) {
            meter.requireRunning();
            progress.at(passed, time.toNanos());
            LockSupport.parkNanos(BETWEEN);
        }
    }

    /**
     * Waits until so many events have arrived, or no more come.
     *
     * @param counts of the events that are waited for
     * @return the last counts
     */
    public SinkCounts until(Supplier<SinkCounts> counts, long distinct, long all) {
        long begun = System.nanoTime();
        var found = counts.get();
        while (found.distinct() < distinct && !stuck(found, begun)) {
            meter.requireRunning();
            progress.at(found.distinct(), all);
            LockSupport.parkNanos(BETWEEN);
            found = counts.get();
        }
        return found;
    }

    private boolean stuck(SinkCounts counts, long begun) {
        // The sink may have waited before anything was sent.
        long silence = Math.min(counts.sinceLastNanos(), System.nanoTime() - begun);
        if (Duration.ofNanos(silence).compareTo(PATIENCE) < 0) {
            return false;
        }
        if (counts.distinct() == 0) {
            throw new IllegalStateException("nothing has arrived within %d s; read the logs of %s"
                    .formatted(PATIENCE.toSeconds(), meter.names()));
        }
        return true; // missing events are reported as lost
    }
}
