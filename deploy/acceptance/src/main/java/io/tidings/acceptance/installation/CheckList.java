package io.tidings.acceptance.installation;

import io.tidings.testbed.load.Patience;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Shows the result of each check at once. Confined to one thread. */
public final class CheckList {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final double MILLIS = 1_000;

    private final PrintStream out;
    private final Instant begun = Instant.now();
    private final List<String> failures = new ArrayList<>();

    public CheckList(PrintStream out) {
        this.out = out;
    }

    public void say(String text) {
        line("    ", text);
    }

    /** @param otherwise the problem, and what to do about it */
    public void check(boolean holds, String shown, String otherwise) {
        if (holds) {
            line("ok  ", shown);
        } else {
            line("FAIL", otherwise);
            failures.add(otherwise);
        }
    }

    /**
     * Returns the time until the condition held.
     *
     * @throws ProofFailed when it does not, because all later checks depend on it
     */
    public Duration await(Duration patience, BooleanSupplier condition, Supplier<String> otherwise) {
        long begin = System.nanoTime();
        if (!new Patience(patience, LOOK).until(condition)) {
            throw new ProofFailed("not within %d s: %s".formatted(patience.toSeconds(), otherwise.get()));
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    public void shown(String text) {
        line("ok  ", text);
    }

    public void failed(String text) {
        line("FAIL", text);
        failures.add(text);
    }

    /** @return whether all checks succeeded */
    public boolean verdict() {
        if (failures.isEmpty()) {
            line("ok  ", "everything was shown");
        } else {
            line("FAIL", failures.size() + " of what was to be shown does not hold:");
            failures.forEach(failure -> out.println("             " + failure));
        }
        return failures.isEmpty();
    }

    private void line(String mark, String text) {
        out.printf("%6.1f s %s %s%n", Duration.between(begun, Instant.now()).toMillis() / MILLIS, mark, text);
        out.flush();
    }

    public static String seconds(Duration duration) {
        return "%.1f s".formatted(duration.toMillis() / MILLIS);
    }
}
