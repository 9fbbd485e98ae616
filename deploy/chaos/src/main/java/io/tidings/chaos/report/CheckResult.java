package io.tidings.chaos.report;

import java.util.Locale;

/** A promise, the wanted value, and the found one. */
public record CheckResult(String promise, String wanted, String found, boolean kept) {
    public static CheckResult atLeast(String promise, double least, double found, String unit) {
        return new CheckResult(promise, "at least " + text(least, unit), text(found, unit), found >= least);
    }

    public static CheckResult atMost(String promise, double most, double found, String unit) {
        return new CheckResult(promise, "at most " + text(most, unit), text(found, unit), found <= most);
    }

    /** @param found how often it was broken */
    public static CheckResult never(String promise, long found) {
        return new CheckResult(promise, "0", "%,d".formatted(found), found == 0);
    }

    private static String text(double value, String unit) {
        var digits = Math.abs(value) >= 100 ? "%,.0f %s" : "%.2f %s";
        return String.format(Locale.ROOT, digits, value, unit).strip();
    }
}
