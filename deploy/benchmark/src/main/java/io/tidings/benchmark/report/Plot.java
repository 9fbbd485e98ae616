package io.tidings.benchmark.report;

import io.tidings.testbed.report.Percentiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The report as a picture: bars of rates, CPU and latencies. */
public record Plot(Report report) {
    private static final int WIDTH = 960;
    private static final int LABELS = 360;
    private static final int NUMBERS = 90;
    private static final int LINE = 20;

    /** Bars with one heading. */
    private record Chart(String heading, String format, List<ResultRow> rows, ToDoubleFunction<ResultRow> figure) {
        double largest() {
            return rows.stream().mapToDouble(figure).max().orElse(1);
        }
    }

    public void write(Path file) {
        try {
            Files.writeString(file, toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the plot cannot be written to " + file, e);
        }
    }

    /** The text of an SVG file. */
    @Override
    public String toString() {
        var drawn = new StringBuilder();
        int y = LINE;
        for (var chart : charts()) {
            y = draw(chart, y, drawn) + LINE;
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                        .formatted(WIDTH, y)
                + "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + drawn + "</svg>\n";
    }

    private List<Chart> charts() {
        var fast =
                report.rows().stream().filter(row -> row.findings().fullSpeed()).toList();
        var counted = report.rows().stream()
                .filter(row -> row.interval().events() > 0)
                .toList();
        var timed = report.rows().stream()
                .filter(row -> row.findings().latency() != null)
                .toList();
        var charts = new ArrayList<Chart>();
        charts.add(new Chart(
                "Events per second", "%,.0f", fast, row -> row.interval().perSecond()));
        charts.add(new Chart(
                "CPU seconds of the measured process per 1,000 events",
                "%.4f",
                counted,
                row -> row.interval().cpuPerThousand(row.cost())));
        charts.add(new Chart("Publish to arrival, p99 in ms", "%,.1f", timed, Plot::p99));
        charts.removeIf(chart -> chart.rows().isEmpty());
        return charts;
    }

    private static double p99(ResultRow row) {
        var latency = row.findings().latency();
        return latency == null ? 0 : Percentiles.millis(latency.p99());
    }

    /** @return the top of the next chart */
    private static int draw(Chart chart, int top, StringBuilder out) {
        out.append(text(10, top, "font-weight=\"bold\"", chart.heading()));
        int y = top;
        for (var row : chart.rows()) {
            y += LINE;
            double value = chart.figure().applyAsDouble(row);
            long length = Math.round((WIDTH - LABELS - NUMBERS) * value / chart.largest());
            out.append(text(10, y, "", row.title()));
            out.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
                    LABELS,
                    y - LINE + 8,
                    length,
                    LINE - 4,
                    row.disturbed() ? "#c9c9c9" : "#4682b4"));
            out.append(text(LABELS + length + 6, y, "", String.format(Locale.ROOT, chart.format(), value)));
        }
        return y + LINE;
    }

    private static String text(long x, int y, String attributes, String content) {
        var escaped = content.replace("&", "&amp;").replace("<", "&lt;");
        return "<text x=\"%d\" y=\"%d\" %s>%s</text>%n".formatted(x, y, attributes, escaped);
    }
}
