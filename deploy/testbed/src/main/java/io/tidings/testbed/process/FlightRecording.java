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
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            int status = new ProcessBuilder(
                            jcmd, Long.toString(process.pid()), "JFR.dump", "filename=" + file.toAbsolutePath())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException(
                        "the recording of %s cannot be had: %s ended with %d".formatted(process.name(), jcmd, status));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + jcmd, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing a recording", e);
        }
    }
}
