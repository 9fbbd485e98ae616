package io.tidings.benchmark.stage;

import io.tidings.testbed.command.ProgressLine;
import io.tidings.testbed.process.ProcessGroup;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * What every row is measured with.
 *
 * @param load of the rows that matter most
 * @param quick whether all that lasts a given time lasts shorter
 * @param folder of the results
 * @param out for people who wait
 */
public record BenchmarkEnvironment(LoadSize load, boolean quick, ServiceSetups services, Path folder, PrintStream out) {
    /** @param id of the row */
    public ProcessGroup stage(String id) {
        return new ProcessGroup(folder.resolve(id));
    }

    public ProgressLine progress(String what) {
        return new ProgressLine(out, what);
    }

    /** @param full seconds, of which a quick run takes a part */
    public int seconds(int full) {
        return quick ? Math.max(3, full / 4) : full;
    }
}
