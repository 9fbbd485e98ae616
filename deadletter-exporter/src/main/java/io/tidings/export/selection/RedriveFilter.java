package io.tidings.export.selection;

import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which dead letters are redriven, each once. Gets all records of a partition in their order, in one pass.
 * Pure.
 */
public final class RedriveFilter {
    private final RedriveSelection selection;
    private final List<PastRedrive> earlier;
    private final Map<Integer, Instant> begin = new HashMap<>();
    private final Set<String> copies = new HashSet<>();

    public RedriveFilter(RedriveSelection selection, List<PastRedrive> earlier) {
        this.selection = selection;
        this.earlier = List.copyOf(earlier);
    }

    /** Must be called for every record, also of other subscriptions. */
    public void observe(int partition, Instant appended) {
        begin.putIfAbsent(partition, appended);
    }

    public RedriveDecision decide(RedriveCandidate candidate) {
        if (!selection.covers(candidate)) {
            return new NotSelected();
        }
        if (earlier.stream().anyMatch(each -> each.took(candidate))) {
            return new Skipped(SkipReason.TAKEN_EARLIER);
        }
        if (candidate.again() && isCopy(candidate)) {
            return new Skipped(SkipReason.COPY);
        }
        if (!selection.former() && !selection.isOfNow(candidate)) {
            return new Skipped(SkipReason.FORMER);
        }
        return !selection.again() && RedriveSelection.isRedriven(candidate)
                ? new Skipped(SkipReason.REDRIVEN)
                : new Taken();
    }

    /** The first of several records counts. It is before this one, unless retention has deleted it. */
    private boolean isCopy(RedriveCandidate candidate) {
        return !candidate.since().isBefore(begin.getOrDefault(candidate.partition(), Instant.MAX))
                || !copies.add(candidate.delivery().event().source() + " " + candidate.since());
    }
}
