package io.tidings.testbed.process;

import java.io.PrintStream;
import java.time.Duration;

/** Shows progress in percent on one line of the terminal. */
public final class ProgressLine implements AutoCloseable {
    private static final long BETWEEN = Duration.ofMillis(500).toNanos();

    private final PrintStream out;
    private final String what;
    private final boolean terminal;
    private final long started = System.nanoTime();
    private long next = started;

    @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again where there is no terminal
    public ProgressLine(PrintStream out, String what) {
        this.out = out;
        this.what = what;
        terminal = System.console() != null && System.console().isTerminal();
        out.print(what + " …" + (terminal ? "" : "\n"));
    }

    public synchronized void at(long done, long all) {
        long now = System.nanoTime();
        if (terminal && now - next >= 0) {
            next = now + BETWEEN;
            out.printf("\r%s … %d %%  ", what, 100 * done / all);
            out.flush();
        }
    }

    @Override
    public void close() {
        long seconds = Duration.ofNanos(System.nanoTime() - started).toSeconds();
        out.printf("%s%s, %d s%s%n", terminal ? "\r" : "", what, seconds, terminal ? "     " : "");
    }
}
