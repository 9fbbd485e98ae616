package io.tidings.local;

import static java.util.regex.Pattern.MULTILINE;
import static java.util.regex.Pattern.compile;
import static java.util.stream.Collectors.toCollection;

import java.util.HashSet;
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
record Scrape(String text, Map<String, Set<String>> series) {
    private static final Pattern SERIES = compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+$", MULTILINE);
    private static final Pattern LABEL = compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    static Scrape of(String text) {
        var series = new TreeMap<String, Set<String>>();
        SERIES.matcher(text).results().forEach(line -> {
            var labels = series.computeIfAbsent(line.group(1), absent -> new TreeSet<>());
            if (line.group(2) != null) {
                LABEL.matcher(line.group(2)).results().forEach(label -> labels.add(label.group(1)));
            }
        });
        return new Scrape(text, series);
    }

    Set<String> names() {
        return series.keySet();
    }

    /** The names, and of histograms what comes before {@code _bucket}, {@code _sum} and {@code _count}. */
    Set<String> families() {
        var families = new HashSet<>(names());
        names().forEach(name -> families.add(name.replaceFirst("_(bucket|sum|count)$", "")));
        return families;
    }

    Set<String> labels(String name) {
        return series.getOrDefault(name, Set.of());
    }

    Set<String> labelsOfAll(String start) {
        return series.entrySet().stream()
                .filter(each -> each.getKey().startsWith(start))
                .flatMap(each -> each.getValue().stream())
                .collect(toCollection(TreeSet::new));
    }
}
