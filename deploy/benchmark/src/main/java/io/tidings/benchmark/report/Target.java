package io.tidings.benchmark.report;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A value that Tidings shall reach.
 *
 * @param unit empty for a ratio
 * @param most whether the bound is an upper one
 * @param figure the measured value; empty when its row was not measured
 */
record Target(String what, String unit, boolean most, double bound, Function<Report, OptionalDouble> figure) {
    static Target atLeast(double bound, String unit, String what, Function<Report, OptionalDouble> figure) {
        return new Target(what, unit, false, bound, figure);
    }

    static Target atMost(double bound, String unit, String what, Function<Report, OptionalDouble> figure) {
        return new Target(what, unit, true, bound, figure);
    }

    String wanted() {
        return (most ? "at most " : "at least ") + text(bound);
    }

    Result in(Report report) {
        return new Result(this, figure.apply(report));
    }

    private String text(double value) {
        var digits = Math.abs(value) >= 1_000 ? "%,.0f" : Math.abs(value) < 0.1 ? "%.4f" : "%.2f";
        return (String.format(Locale.ROOT, digits, value) + " " + unit).strip();
    }

    /** A target and its measured value. */
    record Result(Target target, OptionalDouble measured) {
        String verdict() {
            if (measured.isEmpty()) {
                return "not measured";
            }
            boolean met = target.most ? measured.getAsDouble() <= target.bound : measured.getAsDouble() >= target.bound;
            return met ? "met" : "missed";
        }

        @Override
        public String toString() {
            var found = measured.isPresent() ? target.text(measured.getAsDouble()) : "–";
            return String.format(
                    Locale.ROOT, "%-13s %-64s %14s, %s", verdict(), target.what, found, "wanted " + target.wanted());
        }
    }
}
