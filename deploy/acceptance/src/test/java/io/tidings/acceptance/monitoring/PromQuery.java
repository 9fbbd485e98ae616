package io.tidings.acceptance.monitoring;

import static java.util.regex.Pattern.compile;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What a PromQL expression asks for, as far as names go. */
record PromQuery(String expression) {
    private static final Pattern SELECTOR = compile("\\b((?:tidings|kafka|jvm|process|system)_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPING = compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");

    Set<String> metrics() {
        return labels().keySet();
    }

    /** The labels that are asked for of each metric, those to group by among them. */
    Map<String, Set<String>> labels() {
        var grouping = grouping();
        var found = new TreeMap<String, Set<String>>();
        SELECTOR.matcher(expression).results().forEach(selector -> {
            var labels = found.computeIfAbsent(selector.group(1), absent -> new TreeSet<>(grouping));
            if (selector.group(2) != null) {
                MATCHER.matcher(selector.group(2)).results().forEach(matcher -> labels.add(matcher.group(1)));
            }
        });
        return found;
    }

    private Set<String> grouping() {
        var labels = new HashSet<String>();
        GROUPING.matcher(expression)
                .results()
                .flatMap(by -> Arrays.stream(by.group(1).split(",")))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .forEach(labels::add);
        return labels;
    }
}
