package io.tidings.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A flight recording of a JVM. */
public final class FlightRecording {
    /** Options of a JVM that records from its start. */
    public static final List<String> JVM =
            List.of("-XX:StartFlightRecording:settings=profile", "-Xlog:jfr+startup=off");

    private FlightRecording() {}

    /** Writes the recording; the process must still run. */
    public static void dump(ChildProcess process, Path file) {
        try {
            Tool.run(Tool.ofJdk("jcmd"), Long.toString(process.pid()), "JFR.dump", "filename=" + file.toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException("the recording of %s cannot be written".formatted(process.name()), e);
        }
    }
}
