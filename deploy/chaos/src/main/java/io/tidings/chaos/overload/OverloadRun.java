package io.tidings.chaos.overload;

import io.tidings.chaos.report.OverloadFindings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;

/** All parts one after the other, with the same processes. */
final class OverloadRun {
    private OverloadRun() {}

    /** The parts. */
    enum Phase {
        CROWD,
        BROKER,
        MUCH
    }

    /**
     * Runs the parts.
     *
     * @param root of the repository
     * @param folder for logs and data
     */
    static OverloadFindings run(OverloadConfig config, Set<Phase> parts, Path root, Path folder, PrintStream out) {
        try (var cluster = OverloadCluster.build(root, folder, config, out);
                var monitor = new HeapMonitor(cluster.instances(), config.between())) {
            var results = new PhaseResults(cluster, monitor, config.heaps());
            for (var part : parts) {
                switch (part) {
                    case CROWD -> crowd(cluster, results, config);
                    case BROKER -> new BrokerOutageScenario(cluster, results, config).run();
                    case MUCH -> new FanOutScenario(cluster, results, config, out).run();
                }
            }
            return results.findings(config.circumstances());
        }
    }

    private static void crowd(OverloadCluster cluster, PhaseResults results, OverloadConfig config) {
        try (var crowd = new OverloadScenario(cluster, results, config)) {
            crowd.run();
        }
    }
}
