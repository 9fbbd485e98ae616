package io.tidings.topology.filter;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Candidates by the event types they name, so that nobody is asked about an event whose type is not theirs.
 *
 * @param naming by event type; most candidates of a busy topic name few
 * @param open those that name none
 */
record CandidatesByType(List<Candidate> all, Map<String, List<Candidate>> naming, List<Candidate> open) {
    static CandidatesByType of(Collection<Candidate> candidates) {
        var naming = new HashMap<String, List<Candidate>>();
        var open = new ArrayList<Candidate>();
        for (var candidate : candidates) {
            if (candidate.types().isEmpty()) {
                open.add(candidate);
            }
            for (var type : candidate.types()) {
                naming.computeIfAbsent(type, _ -> new ArrayList<>()).add(candidate);
            }
        }
        return new CandidatesByType(List.copyOf(candidates), naming, open);
    }

    List<Candidate> of(String eventType) {
        var named = naming.getOrDefault(eventType, List.of());
        if (named.isEmpty() || open.isEmpty()) {
            return named.isEmpty() ? open : named;
        }
        return new Joined(named, open);
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
