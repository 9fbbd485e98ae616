package io.tidings.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The metrics that dashboard and alerts query.
 *
 * @param names of series
 */
record ReferencedMetrics(Set<String> names) {
    private static final Pattern NAME = Pattern.compile("\\b(?:tidings|kafka|jvm|process|system)_[a-z0-9_]+");
    private static final Pattern SERIES = Pattern.compile("^([a-zA-Z_:][\\w:]*)[{ ]", Pattern.MULTILINE);

    /** @param folder with both */
    static ReferencedMetrics in(Path folder) {
        var names = new TreeSet<String>();
        for (var file : List.of("dashboard.json", "alerts.yaml")) {
            try {
                NAME.matcher(Files.readString(folder.resolve(file))).results().forEach(name -> names.add(name.group()));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file + " in " + folder, e);
            }
        }
        return new ReferencedMetrics(names);
    }

    /** The metrics that are in none of the scrapes. */
    Set<String> missing(Collection<String> scrapes) {
        var missing = new TreeSet<>(names);
        scrapes.forEach(scrape -> SERIES.matcher(scrape).results().forEach(series -> missing.remove(series.group(1))));
        return missing;
    }
}
