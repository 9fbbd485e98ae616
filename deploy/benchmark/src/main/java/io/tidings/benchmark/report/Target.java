package io.tidings.benchmark.report;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A bound that Tidings shall keep, and what was measured.
 *
 * @param unit empty for a ratio
 * @param most whether the bound is an upper one
 * @param measured empty when nothing was
 */
public record Target(String what, String unit, boolean most, double bound, OptionalDouble measured) {
    public static Target atLeast(double bound, String unit, String what, double measured) {
        return new Target(what, unit, false, bound, OptionalDouble.of(measured));
    }

    public static Target atMost(double bound, String unit, String what, double measured) {
        return new Target(what, unit, true, bound, OptionalDouble.of(measured));
    }

    /** True if it was measured, and is within the bound. */
    public boolean met() {
        return measured.isPresent() && (most ? measured.getAsDouble() <= bound : measured.getAsDouble() >= bound);
    }

    String wanted() {
        return (most ? "at most " : "at least ") + text(bound);
    }

    String verdict() {
        return measured.isEmpty() ? "not measured" : met() ? "met" : "missed";
    }

    private String text(double value) {
        var digits = Math.abs(value) >= 1_000 ? "%,.0f" : Math.abs(value) < 0.1 ? "%.4f" : "%.2f";
        return (String.format(Locale.ROOT, digits, value) + " " + unit).strip();
    }

    @Override
    public String toString() {
        var found = measured.isPresent() ? text(measured.getAsDouble()) : "–";
        return String.format(Locale.ROOT, "%-13s %-64s %14s, %s", verdict(), what, found, "wanted " + wanted());
    }
}
