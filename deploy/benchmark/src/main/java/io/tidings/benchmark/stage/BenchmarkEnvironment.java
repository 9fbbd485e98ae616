package io.tidings.benchmark.stage;

import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.ProgressLine;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The environment that every row is measured with.
 *
 * @param load of the rows that matter most
 * @param quick whether all that lasts a given time lasts shorter
 * @param worker with the settings and options of the command line
 * @param topology with the settings of the command line
 * @param root of the repository
 * @param folder of the results
 */
public record BenchmarkEnvironment(
        LoadSize load,
        boolean quick,
        ServiceSetup worker,
        ServiceSetup topology,
        Path root,
        Path folder,
        PrintStream out) {
    public ProgressLine progress(String what) {
        return new ProgressLine(out, what);
    }

    /** @param full seconds, of which a quick run takes a part */
    public int seconds(int full) {
        return quick ? Math.max(3, full / 4) : full;
    }
}
