package io.tidings.benchmark.report;

import io.tidings.testbed.report.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A report for people. */
public record Table(Report report) {
    private static final String FORMAT = "%-44s %9s %8s %12s %8s %7s %7s %7s %7s %6s %6s  %s";
    private static final String NOTHING = "–";
    private static final int THREADS = 5;

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines());
    }

    private List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(String.format(
                Locale.ROOT,
                FORMAT,
                "",
                "per s",
                "of limit",
                "CPU s/1,000",
                "peak MB",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "max ms",
                "lost",
                "twice",
                "other load"));
        report.rows().forEach(row -> lines.add(line(row)));
        lines.addAll(block("What else was found:", row -> figures(row.findings())));
        lines.addAll(block("Other processes of each row, CPU s/1,000:", Table::others));
        lines.addAll(block("Context switches for each event, by process:", Table::contextSwitches));
        lines.addAll(block("Busiest threads of the measured processes, CPU s/1,000:", Table::threads));
        lines.add("");
        lines.add("Settings that are not the defaults:");
        settings().forEach((settings, titles) -> lines.addAll(named(titles, settings)));
        lines.addAll(named("this run", report.circumstances()));
        lines.add("");
        lines.add("Aims:");
        Targets.of(report).forEach(target -> lines.add("  " + target));
        report.rows().stream()
                .filter(row -> !row.findings().promises().isEmpty())
                .forEach(row -> {
                    lines.add("");
                    lines.add("Promises of " + row.title() + ":");
                    row.findings().promises().forEach(promise -> lines.add("  " + promise));
                });
        return lines;
    }

    private String line(ResultRow row) {
        var interval = row.interval();
        var ratio = report.ratio(row);
        var latency = row.findings().latency();
        boolean counted = interval.events() > 0;
        return String.format(
                Locale.ROOT,
                FORMAT,
                row.title(),
                counted ? String.format(Locale.ROOT, "%,.0f", interval.perSecond()) : NOTHING,
                ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : NOTHING,
                counted ? String.format(Locale.ROOT, "%.4f", interval.cpuPerThousand(row.cost())) : NOTHING,
                row.cost().peakMegabytes() == 0 ? NOTHING : row.cost().peakMegabytes(),
                latency == null ? NOTHING : Percentiles.text(latency.p50()),
                latency == null ? NOTHING : Percentiles.text(latency.p90()),
                latency == null ? NOTHING : Percentiles.text(latency.p99()),
                latency == null ? NOTHING : Percentiles.text(latency.max()),
                row.arrivals().lost(),
                row.arrivals().twice(),
                String.format(Locale.ROOT, "%.1f processors", interval.processorsElsewhere())
                        + (row.disturbed() ? ", DISTURBED" : ""));
    }

    /** @param content of a line, empty for rows without any */
    private List<String> block(String heading, Function<ResultRow, String> content) {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(heading);
        for (var row : report.rows()) {
            var text = content.apply(row);
            if (!text.isEmpty()) {
                lines.add(String.format(Locale.ROOT, "  %-42s %s", row.title(), text));
            }
        }
        return lines.size() == 2 ? List.of() : lines;
    }

    private static String figures(Measurements findings) {
        var texts = new ArrayList<String>();
        var lateness = findings.lateness();
        if (lateness != null) {
            texts.add("lateness of %,d retries p50 %s, p90 %s, p99 %s, max %s ms"
                    .formatted(
                            lateness.count(),
                            Percentiles.text(lateness.p50()),
                            Percentiles.text(lateness.p90()),
                            Percentiles.text(lateness.p99()),
                            Percentiles.text(lateness.max())));
        }
        findings.figures().forEach((name, value) -> texts.add(String.format(Locale.ROOT, "%s: %,.2f", name, value)));
        return String.join("; ", texts);
    }

    private static String others(ResultRow row) {
        return row.interval().events() == 0
                ? ""
                : row.interval().costs().stream()
                        .skip(1)
                        .map(cost -> String.format(
                                Locale.ROOT,
                                "%s %.4f",
                                cost.process(),
                                row.interval().cpuPerThousand(cost)))
                        .collect(Collectors.joining("  "));
    }

    private static String contextSwitches(ResultRow row) {
        return row.interval().events() == 0
                ? ""
                : row.interval().costs().stream()
                        .map(cost -> String.format(
                                Locale.ROOT,
                                "%s %.2f",
                                cost.process(),
                                row.interval().contextSwitchesPerEvent(cost)))
                        .collect(Collectors.joining("  "));
    }

    private static String threads(ResultRow row) {
        return row.interval().events() == 0
                ? ""
                : row.cost().busiestThreads(THREADS).stream()
                        .map(thread -> String.format(
                                Locale.ROOT,
                                "%s %.4f",
                                thread.getKey(),
                                row.interval().perThousand(thread.getValue())))
                        .collect(Collectors.joining("  "));
    }

    /** Titles of rows by the settings that they share. */
    private Map<Map<String, String>, String> settings() {
        var shared = new LinkedHashMap<Map<String, String>, String>();
        report.rows().forEach(row -> shared.merge(row.settings(), row.title(), (all, next) -> all + "; " + next));
        return shared;
    }

    private static List<String> named(String title, Map<String, String> values) {
        var lines = new ArrayList<String>();
        lines.add("  " + title + (values.isEmpty() ? ": none" : ""));
        values.forEach((name, value) -> lines.add("    " + name + " = " + value));
        return lines;
    }
}
