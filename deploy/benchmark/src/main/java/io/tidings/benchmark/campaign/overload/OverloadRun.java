package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.overload.judge.Findings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;

/** Everything there can be too much of, one after the other, with the same processes. */
final class OverloadRun {
    private OverloadRun() {}

    /** What it consists of. */
    enum Part {
        CROWD,
        BROKER,
        MUCH
    }

    /**
     * Runs it from the first process to the last.
     *
     * @param root of the repository
     * @param folder for logs and data
     */
    static Findings run(Extent extent, Set<Part> parts, Path root, Path folder, PrintStream out) {
        try (var village = Village.build(root, folder, extent, out);
                var watch = HeapWatch.start(village.instances(), extent.between())) {
            var notes = new Notes(village, watch, extent.heaps());
            for (var part : parts) {
                switch (part) {
                    case CROWD -> crowd(village, notes, extent);
                    case BROKER -> new BrokerAway(village, notes, extent).run();
                    case MUCH -> new Much(village, notes, extent, out).run();
                }
            }
            return notes.findings(extent.circumstances());
        }
    }

    private static void crowd(Village village, Notes notes, Extent extent) {
        try (var crowd = new Crowd(village, notes, extent)) {
            crowd.run();
        }
    }
}
