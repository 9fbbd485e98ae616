package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.overload.judge.Findings;
import io.tidings.benchmark.campaign.overload.judge.HeapCurve;
import io.tidings.benchmark.campaign.overload.judge.Heaps;
import io.tidings.benchmark.campaign.overload.judge.Judged;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What one phase after the other leaves. */
final class Notes {
    private final Village village;
    private final HeapWatch watch;
    private final Heaps heaps;
    private final Consumer<String> out;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final List<HeapCurve> curves = new ArrayList<>();
    private final List<Judged> judged = new ArrayList<>();

    Notes(Village village, HeapWatch watch, Heaps heaps) {
        this.village = village;
        this.watch = watch;
        this.heaps = heaps;
        this.out = village::say;
    }

    /** Does it, and judges the heaps; no service may end meanwhile. */
    void phase(String name, Runnable work) {
        int ends = village.ends();
        phaseWithEnds(name, work);
        judge(Judged.never("a service ends by itself: " + name, village.ends() - ends));
    }

    /** The same, where services may end and are started again. */
    void phaseWithEnds(String name, Runnable work) {
        out.accept(name + " …");
        work.run();
        for (var curve : watch.end(name)) {
            curves.add(curve);
            judge(heaps.judge(curve));
        }
    }

    /** What was seen of the heaps since the last phase belongs to none. */
    void discardLooks() {
        watch.end("between");
    }

    /** Looks at the heaps, while there is most of something. */
    void look() {
        watch.look();
    }

    void figure(String what, String value) {
        figures.put(what, value);
        out.accept(what + ": " + value);
    }

    void judge(Judged each) {
        judged.add(each);
        if (!each.kept()) {
            out.accept("BROKEN " + each);
        }
    }

    Findings findings(Map<String, String> circumstances) {
        return new Findings(circumstances, figures, curves, judged);
    }
}
