package io.tidings.export.selection;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Recognises dead letters that were appended again, because their storage was unavailable: the first of several records
 * counts. Gets all records of a partition in their order, in one pass. Pure.
 */
final class CopyDetector {
    private final Map<Integer, Instant> begin = new HashMap<>();
    private final Set<String> copies = new HashSet<>();

    void observe(int partition, Instant appended) {
        begin.putIfAbsent(partition, appended);
    }

    /** The first record is before this one, unless retention has deleted it. */
    boolean isCopy(RedriveCandidate candidate) {
        var delivery = candidate.delivery();
        return candidate.again()
                && (!candidate.since().isBefore(begin.getOrDefault(candidate.partition(), Instant.MAX))
                        || !copies.add(
                                delivery.subscription() + " " + delivery.event().source() + " " + candidate.since()));
    }
}
