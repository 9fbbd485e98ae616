package io.tidings.chaos.overload;

import io.tidings.chaos.report.CheckResult;
import io.tidings.chaos.report.HeapLimits;
import io.tidings.chaos.report.HeapSamples;
import io.tidings.chaos.report.OverloadFindings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The results of all phases. */
final class PhaseResults {
    private final OverloadCluster cluster;
    private final HeapMonitor monitor;
    private final HeapLimits heaps;
    private final Consumer<String> out;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final List<HeapSamples> curves = new ArrayList<>();
    private final List<CheckResult> judged = new ArrayList<>();

    PhaseResults(OverloadCluster cluster, HeapMonitor monitor, HeapLimits heaps) {
        this.cluster = cluster;
        this.monitor = monitor;
        this.heaps = heaps;
        this.out = cluster::say;
    }

    /** Runs a phase and judges the heaps; no service may end. */
    void phase(String name, Runnable work) {
        int ends = cluster.ends();
        phaseWithEnds(name, work);
        judge(CheckResult.never("a service ends by itself: " + name, cluster.ends() - ends));
    }

    /** The same, but services may end and are started again. */
    void phaseWithEnds(String name, Runnable work) {
        out.accept(name + " …");
        work.run();
        for (var samples : monitor.end(name)) {
            curves.add(samples);
            judge(heaps.judge(samples));
        }
    }

    /** Drops the samples since the last phase. */
    void discardLooks() {
        monitor.end("between");
    }

    /** Takes a sample of the heaps at a peak. */
    void look() {
        monitor.look();
    }

    void figure(String what, String value) {
        figures.put(what, value);
        out.accept(what + ": " + value);
    }

    void judge(CheckResult each) {
        judged.add(each);
        if (!each.kept()) {
            out.accept("BROKEN " + each);
        }
    }

    OverloadFindings findings(Map<String, String> circumstances) {
        return new OverloadFindings(circumstances, figures, curves, judged);
    }
}
