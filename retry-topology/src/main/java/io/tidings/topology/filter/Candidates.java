package io.tidings.topology.filter;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The candidates of one topic; read far more often than changed, so the list is made at the first reading. */
final class Candidates {
    private final Map<String, Candidate> byName = new HashMap<>();
    private volatile @Nullable List<Candidate> list;

    synchronized void put(String name, Candidate candidate) {
        byName.put(name, candidate);
        list = null;
    }

    synchronized void remove(String name) {
        if (byName.remove(name) != null) {
            list = null;
        }
    }

    List<Candidate> all() {
        var made = list;
        return made == null ? make() : made;
    }

    private synchronized List<Candidate> make() {
        var made = List.copyOf(byName.values());
        list = made;
        return made;
    }
}
