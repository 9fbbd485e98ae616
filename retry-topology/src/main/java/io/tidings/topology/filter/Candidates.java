package io.tidings.topology.filter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The candidates of one topic; read far more often than changed, so their order is made at the first reading. */
final class Candidates {
    private final Map<String, Candidate> byName = new HashMap<>();
    private volatile @Nullable CandidatesByType byType;

    synchronized void put(String name, Candidate candidate) {
        byName.put(name, candidate);
        byType = null;
    }

    synchronized void remove(String name) {
        if (byName.remove(name) != null) {
            byType = null;
        }
    }

    List<Candidate> all() {
        return byType().all();
    }

    List<Candidate> of(String eventType) {
        return byType().of(eventType);
    }

    private CandidatesByType byType() {
        var made = byType;
        return made == null ? make() : made;
    }

    private synchronized CandidatesByType make() {
        var made = CandidatesByType.of(byName.values());
        byType = made;
        return made;
    }
}
