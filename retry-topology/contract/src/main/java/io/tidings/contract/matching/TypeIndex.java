package io.tidings.contract.matching;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The candidates of one topic by event type, so that those for other types need not be evaluated. A change touches
 * only the lists of its types. A list that was returned never changes.
 */
final class TypeIndex {
    private final Map<String, CompiledSubscription> byName = new HashMap<>();
    private final Map<String, List<CompiledSubscription>> naming = new HashMap<>();
    private List<CompiledSubscription> open = List.of();

    /** A concurrent reader finds the old or the new candidate, and never misses both. */
    synchronized void put(String name, CompiledSubscription compiled) {
        remove(name);
        byName.put(name, compiled);
        if (compiled.types().isEmpty()) {
            open = with(compiled, open);
        }
        for (var type : compiled.types()) {
            naming.merge(type, List.of(compiled), (present, _) -> with(compiled, present));
        }
    }

    synchronized void remove(String name) {
        var removed = byName.remove(name);
        if (removed == null) {
            return;
        }
        if (removed.types().isEmpty()) {
            open = without(removed, open);
        }
        for (var type : removed.types()) {
            naming.computeIfPresent(type, (_, present) -> present.size() == 1 ? null : without(removed, present));
        }
    }

    synchronized int count() {
        return byName.size();
    }

    synchronized List<CompiledSubscription> all() {
        return List.copyOf(byName.values());
    }

    synchronized List<CompiledSubscription> of(String eventType) {
        var named = naming.getOrDefault(eventType, List.of());
        return joined(named, open);
    }

    static List<CompiledSubscription> joined(List<CompiledSubscription> first, List<CompiledSubscription> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        return new Joined(first, second);
    }

    private static List<CompiledSubscription> with(CompiledSubscription compiled, List<CompiledSubscription> present) {
        var more = new ArrayList<CompiledSubscription>(present.size() + 1);
        more.addAll(present);
        more.add(compiled);
        return more;
    }

    private static List<CompiledSubscription> without(
            CompiledSubscription compiled, List<CompiledSubscription> present) {
        var fewer = new ArrayList<>(present);
        fewer.remove(compiled);
        return fewer;
    }

    /** Two lists as one, without a copy. */
    private static final class Joined extends AbstractList<CompiledSubscription> {
        private final List<CompiledSubscription> first;
        private final List<CompiledSubscription> second;

        Joined(List<CompiledSubscription> first, List<CompiledSubscription> second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public CompiledSubscription get(int index) {
            return index < first.size() ? first.get(index) : second.get(index - first.size());
        }

        @Override
        public int size() {
            return first.size() + second.size();
        }
    }
}
