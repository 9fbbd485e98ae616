package io.tidings.export.selection;

import io.tidings.contract.job.JobSelection;
import java.util.Set;

/**
 * The dead letters that a job brings back.
 *
 * @param uids of the subscriptions; dead letters of a former one of the same name are taken on request
 * @param force whether to bring back also what was brought back {@link #MOST_TIMES} times
 */
public record LetterSelection(JobSelection asked, Set<String> uids, boolean force) {
    public static final int MOST_TIMES = 3;

    /** Returns whether it was asked for. */
    boolean covers(RedriveCandidate candidate) {
        var delivery = candidate.delivery();
        return asked.hasTime(candidate.since())
                && asked.hasId(delivery.event().id())
                && asked.hasReason(candidate.reason())
                && asked.hasStatus(candidate.lastStatus());
    }

    boolean isOfNow(RedriveCandidate candidate) {
        return asked.former() || uids.contains(candidate.delivery().uid());
    }

    boolean tooOften(int times) {
        return !force && times >= MOST_TIMES;
    }

    boolean selects(RedriveCandidate candidate) {
        return covers(candidate) && isOfNow(candidate) && !tooOften(candidate.timesBroughtBack());
    }
}
