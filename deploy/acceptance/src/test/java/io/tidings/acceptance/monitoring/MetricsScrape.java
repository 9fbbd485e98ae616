package io.tidings.acceptance.monitoring;

import static java.util.regex.Pattern.MULTILINE;
import static java.util.regex.Pattern.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a program shows to Prometheus.
 *
 * @param series the labels of each name
 */
record MetricsScrape(String text, Map<String, Set<String>> series) {
    private static final Pattern SERIES = compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+$", MULTILINE);
    private static final Pattern HELP = compile("^# HELP (\\S+) ?(.*)$", MULTILINE);
    private static final Pattern LABEL = compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    static MetricsScrape of(String text) {
        var series = new TreeMap<String, Set<String>>();
        SERIES.matcher(text).results().forEach(line -> {
            var labels = series.computeIfAbsent(line.group(1), absent -> new TreeSet<>());
            if (line.group(2) != null) {
                LABEL.matcher(line.group(2)).results().forEach(label -> labels.add(label.group(1)));
            }
        });
        return new MetricsScrape(text, series);
    }

    Set<String> names() {
        return series.keySet();
    }

    /** The descriptions of what begins like this, by its name. */
    Map<String, String> helps(String start) {
        var helps = new TreeMap<String, String>();
        HELP.matcher(text)
                .results()
                .filter(help -> help.group(1).startsWith(start))
                .forEach(help -> helps.put(help.group(1), help.group(2)));
        return helps;
    }

    Set<String> labels(String name) {
        return series.getOrDefault(name, Set.of());
    }
}
