package io.tidings.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A recording that a JVM makes of itself. */
public final class FlightRecording {
    /** Options of a JVM that is recorded from its start. */
    public static final List<String> JVM =
            List.of("-XX:StartFlightRecording:settings=profile", "-Xlog:jfr+startup=off");

    private FlightRecording() {}

    /** Writes what was recorded so far; at the end of the process it would be too late. */
    public static void dump(ChildProcess process, Path file) {
        try {
            Tool.run(
                    Tool.ofJdk("jcmd"), Long.toString(process.pid()), "JFR.dump", "filename=" + file.toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException("the recording of %s cannot be written".formatted(process.name()), e);
        }
    }
}
