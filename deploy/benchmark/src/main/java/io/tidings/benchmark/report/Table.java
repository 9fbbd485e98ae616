package io.tidings.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A report for people. */
public record Table(Report report) {
    private static final String FORMAT = "%-36s %9s %8s %12s %8s %6s %6s  %s";
    private static final int THREADS = 5;

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines());
    }

    private List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(String.format(
                Locale.ROOT, FORMAT, "", "per s", "of limit", "CPU s/1,000", "peak MB", "lost", "twice", "other load"));
        for (var row : report.rows()) {
            lines.add(line(row));
        }
        lines.add("");
        lines.add("Other processes of each row, CPU s/1,000:");
        for (var row : report.rows()) {
            lines.add(others(row));
        }
        lines.add("");
        lines.add("Busiest threads of the measured processes, CPU s/1,000:");
        for (var row : report.rows()) {
            lines.add(threads(row));
        }
        lines.add("");
        lines.add("Settings that are not the defaults:");
        for (var row : report.rows()) {
            lines.addAll(named(row.title(), row.settings()));
        }
        lines.addAll(named("this run", report.circumstances()));
        return lines;
    }

    private String line(Row row) {
        var interval = row.interval();
        var ratio = report.ratio(row);
        return String.format(
                Locale.ROOT,
                FORMAT,
                row.title(),
                String.format(Locale.ROOT, "%,.0f", interval.perSecond()),
                ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : "?",
                String.format(Locale.ROOT, "%.4f", interval.cpuPerThousand(row.cost())),
                row.cost().peakMegabytes() == 0 ? "?" : row.cost().peakMegabytes(),
                row.lost(),
                row.twice(),
                String.format(Locale.ROOT, "%.1f processors", interval.processorsElsewhere())
                        + (row.disturbed() ? ", DISTURBED" : ""));
    }

    private static String others(Row row) {
        var line = new StringBuilder(String.format(Locale.ROOT, "  %-34s", row.title()));
        row.interval().costs().stream()
                .skip(1)
                .forEach(cost -> line.append(String.format(
                        Locale.ROOT, " %s %.4f", cost.process(), row.interval().cpuPerThousand(cost))));
        return line.toString();
    }

    private static String threads(Row row) {
        var line = new StringBuilder(String.format(Locale.ROOT, "  %-34s", row.title()));
        for (var thread : row.cost().busiestThreads(THREADS)) {
            double cpu = row.interval().perThousand(thread.getValue());
            line.append(String.format(Locale.ROOT, " %s %.4f", thread.getKey(), cpu));
        }
        return line.toString();
    }

    private static List<String> named(String title, Map<String, String> values) {
        var lines = new ArrayList<String>();
        lines.add("  " + title + (values.isEmpty() ? ": none" : ""));
        values.forEach((name, value) -> lines.add("    " + name + " = " + value));
        return lines;
    }
}
