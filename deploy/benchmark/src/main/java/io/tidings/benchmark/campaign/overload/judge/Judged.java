package io.tidings.benchmark.campaign.overload.judge;

import java.util.Locale;

/** A promise, what was wanted, and what was found. */
public record Judged(String promise, String wanted, String found, boolean kept) {
    public static Judged atLeast(String promise, double least, double found, String unit) {
        return new Judged(promise, "at least " + text(least, unit), text(found, unit), found >= least);
    }

    public static Judged atMost(String promise, double most, double found, String unit) {
        return new Judged(promise, "at most " + text(most, unit), text(found, unit), found <= most);
    }

    /** @param found how often it was broken */
    public static Judged never(String promise, long found) {
        return new Judged(promise, "0", "%,d".formatted(found), found == 0);
    }

    private static String text(double value, String unit) {
        var digits = Math.abs(value) >= 100 ? "%,.0f %s" : "%.2f %s";
        return String.format(Locale.ROOT, digits, value, unit).strip();
    }
}
