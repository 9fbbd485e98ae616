package io.tidings.benchmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** What a JVM needs of its heap once all garbage is collected. */
public final class LiveHeap {
    private static final double MEGABYTE = 1024.0 * 1024;

    private LiveHeap() {}

    /** Collects the garbage of that process. */
    public static double megabytes(ChildProcess process) {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            // It is a JVM itself, which should take little from those that are measured.
            var asking = new ProcessBuilder(
                            jcmd,
                            "-J-XX:+UseSerialGC",
                            "-J-XX:TieredStopAtLevel=1",
                            Long.toString(process.pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            return megabytes(asking.inputReader().lines().reduce("", (_, line) -> line));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + jcmd, e);
        }
    }

    /** @param total the last line of a class histogram */
    static double megabytes(String total) {
        var words = total.trim().split(" +", -1);
        if (words.length != 3 || !words[0].equals("Total")) {
            throw new IllegalStateException("jcmd does not tell the size of the heap, it says: " + total);
        }
        return Long.parseLong(words[2]) / MEGABYTE;
    }
}
