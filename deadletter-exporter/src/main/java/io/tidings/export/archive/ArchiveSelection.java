package io.tidings.export.archive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import java.io.IOException;
import java.util.Optional;

/**
 * The dead letters in blobs that a job takes. A folder holds those of all subscriptions of one name that share a
 * container, also of other topics and so of other teams.
 *
 * @param uid of the subscription
 */
public record ArchiveSelection(JobRequest request, String uid) {
    /** Returns what a job took; empty if it has not begun. */
    static Optional<ArchiveSelection> of(Job job) {
        return Optional.ofNullable(job.progress())
                .flatMap(progress -> Optional.ofNullable(progress.uid()))
                .map(uid -> new ArchiveSelection(job.request(), uid));
    }

    /** Returns whether it was asked for. One of another subscription never is. */
    public boolean covers(ArchivedLetter letter) throws IOException {
        var owner = letter.owner();
        return letter.selectedBy(request.select())
                && (owner == null || owner.startsWith(DeadLetterRecord.owner(subscription(), "")));
    }

    /** Returns why the job leaves a letter that it covers. */
    public Optional<SkipReason> refusal(ArchivedLetter letter) {
        var owner = letter.owner();
        if (owner == null) {
            return request.unowned() ? Optional.empty() : Optional.of(SkipReason.UNOWNED);
        }
        return request.select().former() || owner.equals(DeadLetterRecord.owner(subscription(), uid))
                ? Optional.empty()
                : Optional.of(SkipReason.FORMER);
    }

    boolean takes(ArchivedLetter letter) throws IOException {
        return covers(letter) && refusal(letter).isEmpty();
    }

    private SubscriptionKey subscription() {
        return request.subscription();
    }
}
