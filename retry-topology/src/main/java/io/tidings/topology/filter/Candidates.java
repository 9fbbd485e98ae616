package io.tidings.topology.filter;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The candidates of one topic, by the event types they name, so that nobody is asked about an event whose type is not
 * theirs.
 *
 * <p>A change touches the lists of the types it names and no others. Lists that were handed out never change.
 */
final class Candidates {
    private final Map<String, Candidate> byName = new HashMap<>();
    private final Map<String, List<Candidate>> naming = new HashMap<>();
    private List<Candidate> open = List.of();

    /** Who reads meanwhile finds the candidate as it was or as it is, and never misses both. */
    synchronized void put(String name, Candidate candidate) {
        remove(name);
        byName.put(name, candidate);
        if (candidate.types().isEmpty()) {
            open = with(candidate, open);
        }
        for (var type : candidate.types()) {
            naming.merge(type, List.of(candidate), (present, _) -> with(candidate, present));
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

    synchronized List<Candidate> all() {
        return List.copyOf(byName.values());
    }

    synchronized List<Candidate> of(String eventType) {
        var named = naming.getOrDefault(eventType, List.of());
        if (named.isEmpty() || open.isEmpty()) {
            return named.isEmpty() ? open : named;
        }
        return new Joined(named, open);
    }

    private static List<Candidate> with(Candidate candidate, List<Candidate> present) {
        var more = new ArrayList<Candidate>(present.size() + 1);
        more.addAll(present);
        more.add(candidate);
        return more;
    }

    private static List<Candidate> without(Candidate candidate, List<Candidate> present) {
        var fewer = new ArrayList<>(present);
        fewer.remove(candidate);
        return fewer;
    }

    /** Two lists as one; nothing is copied. */
    private static final class Joined extends AbstractList<Candidate> {
        private final List<Candidate> first;
        private final List<Candidate> second;

        Joined(List<Candidate> first, List<Candidate> second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public Candidate get(int index) {
            return index < first.size() ? first.get(index) : second.get(index - first.size());
        }

        @Override
        public int size() {
            return first.size() + second.size();
        }
    }
}
