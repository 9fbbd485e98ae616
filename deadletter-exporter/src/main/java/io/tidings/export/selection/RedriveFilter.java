package io.tidings.export.selection;

import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import java.time.Instant;
import java.util.List;

/**
 * Decides which dead letters are redriven, each once. Gets all records of a partition in their order, in one pass.
 * Pure.
 */
public final class RedriveFilter {
    private final RedriveSelection selection;
    private final List<EarlierRedrive> earlier;
    private final CopyDetector copies = new CopyDetector();

    public RedriveFilter(RedriveSelection selection, List<? extends EarlierRedrive> earlier) {
        this.selection = selection;
        this.earlier = List.copyOf(earlier);
    }

    /** Must be called for every record, also of other subscriptions. */
    public void observe(int partition, Instant appended) {
        copies.observe(partition, appended);
    }

    public RedriveDecision decide(RedriveCandidate candidate) {
        if (!selection.covers(candidate)) {
            return new NotSelected();
        }
        if (earlier.stream().anyMatch(each -> each.took(candidate))) {
            return new Skipped(SkipReason.TAKEN_EARLIER);
        }
        if (copies.isCopy(candidate)) {
            return new Skipped(SkipReason.COPY);
        }
        if (!selection.former() && !selection.isOfNow(candidate)) {
            return new Skipped(SkipReason.FORMER);
        }
        return !selection.again() && RedriveSelection.isRedriven(candidate)
                ? new Skipped(SkipReason.REDRIVEN)
                : new Taken();
    }
}
