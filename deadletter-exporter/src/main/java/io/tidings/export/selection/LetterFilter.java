package io.tidings.export.selection;

import io.tidings.contract.SubscriptionKey;
import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Decides which dead letters a job brings back, each once. Gets all records of a partition in their order, in one pass.
 * Pure.
 */
public final class LetterFilter {
    private final LetterSelection selection;
    private final String job;
    private final Map<SubscriptionKey, List<EarlierRedrive>> earlier;
    private final CopyDetector copies = new CopyDetector();

    /**
     * @param job that asks
     * @param earlier in their order, by each subscription that something can be delivered to
     */
    public LetterFilter(LetterSelection selection, String job, Map<SubscriptionKey, List<EarlierRedrive>> earlier) {
        this.selection = selection;
        this.job = job;
        this.earlier = Map.copyOf(earlier);
    }

    /** Must be called for every record, also of other subscriptions. */
    public void observe(int partition, Instant appended) {
        copies.observe(partition, appended);
    }

    public RedriveDecision decide(RedriveCandidate candidate) {
        if (!selection.covers(candidate)) {
            return new NotSelected();
        }
        var redrives = earlier.get(candidate.delivery().subscription());
        if (redrives == null) {
            return new Skipped(SkipReason.NO_SUBSCRIPTION);
        }
        // It may have been given up again while the job ran, and by clocks that differ seem to be older than the job.
        int taken = taken(candidate, redrives);
        if (candidate.broughtBackBy(job) || (taken > 0 && !selection.asked().again())) {
            return new Skipped(SkipReason.ALREADY_REDRIVEN);
        }
        if (copies.isCopy(candidate)) {
            return new Skipped(SkipReason.COPY);
        }
        if (!selection.isOfNow(candidate)) {
            return new Skipped(SkipReason.FORMER_SUBSCRIPTION);
        }
        int times = candidate.timesBroughtBack() + taken;
        return selection.tooOften(times) ? new Skipped(SkipReason.BROUGHT_BACK_THREE_TIMES) : new Taken(times);
    }

    /** The number of times its event was brought back, as far as the letter and earlier redrives of it say. */
    public int times(RedriveCandidate candidate) {
        var redrives = earlier.getOrDefault(candidate.delivery().subscription(), List.of());
        return candidate.timesBroughtBack() + taken(candidate, redrives);
    }

    /** The number of redrives that have taken the letter itself. */
    private static int taken(RedriveCandidate candidate, List<EarlierRedrive> earlier) {
        int taken = 0;
        for (var each : earlier) {
            if (each.took(candidate, taken)) {
                taken++;
            }
        }
        return taken;
    }
}
