package io.tidings.testbed.sink;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Groups of paths, which are {@code /GROUP/BEHAVIOUR}. Confined to the sink's one I/O thread. */
final class PathGroups {
    private final Map<String, GroupPath> targets = new HashMap<>();
    private final Map<String, GroupCounter> tallies = new TreeMap<>();

    record GroupPath(GroupCounter tally, SinkBehaviour behaviour) {}

    GroupPath target(String path) {
        return targets.computeIfAbsent(path, absent -> {
            var words = words(absent);
            return new GroupPath(tally(words.getFirst()), SinkBehaviour.of(words.subList(1, words.size())));
        });
    }

    GroupCounter tally(String group) {
        return tallies.computeIfAbsent(group, _ -> new GroupCounter());
    }

    /** @param prefix of groups; empty for all */
    SinkCounts counts(String prefix, int below) {
        long now = System.nanoTime();
        return startingWith(prefix).map(tally -> tally.counts(below, now)).reduce(SinkCounts.NONE, SinkCounts::plus);
    }

    BitSet seen(String group) {
        return tally(group).seen();
    }

    Histogram latencies(String prefix) {
        var sum = new Histogram(2);
        startingWith(prefix).forEach(tally -> tally.addLatenciesTo(sum));
        return sum;
    }

    void forgetLatencies() {
        tallies.values().forEach(GroupCounter::forgetLatencies);
    }

    private Stream<GroupCounter> startingWith(String prefix) {
        return tallies.entrySet().stream()
                .filter(group -> group.getKey().startsWith(prefix))
                .map(Map.Entry::getValue);
    }

    static List<String> words(String path) {
        return Arrays.stream(path.split("/", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
