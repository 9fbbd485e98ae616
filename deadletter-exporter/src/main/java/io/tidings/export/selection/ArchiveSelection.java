package io.tidings.export.selection;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * The dead letters in blobs that a job takes. A folder holds those of all subscriptions of one name that share a
 * container, also of other topics and so of other teams.
 *
 * @param subscription one of those of the job
 * @param uids of the subscriptions of the job
 */
public record ArchiveSelection(JobRequest request, SubscriptionKey subscription, Set<String> uids) {
    /** Returns what a job took of a subscription; empty if it has not begun. */
    static Optional<ArchiveSelection> of(Job job, SubscriptionKey subscription) {
        return Optional.ofNullable(job.progress())
                .map(JobProgress::uids)
                .filter(uids -> !uids.isEmpty())
                .map(uids -> new ArchiveSelection(job.request(), subscription, uids));
    }

    /** Returns whether it was asked for. One of another subscription never is. */
    public boolean covers(ArchivedLetter letter) throws IOException {
        var owner = letter.owner();
        return letter.selectedBy(request.select()) && (owner == null || isOfName(owner));
    }

    /** A uid has no slash, so that an owner in a topic of a domain is none in the domain. */
    private boolean isOfName(String owner) {
        var ofName = DeadLetterRecord.owner(subscription, "");
        return owner.startsWith(ofName) && owner.indexOf('/', ofName.length()) < 0;
    }

    /** Returns why the job leaves a letter that it covers. */
    public Optional<SkipReason> refusal(ArchivedLetter letter) {
        var owner = letter.owner();
        if (owner == null) {
            return request.unowned() ? Optional.empty() : Optional.of(SkipReason.OWNER_UNKNOWN);
        }
        var ofName = DeadLetterRecord.owner(subscription, "");
        return request.select().former()
                        || (owner.startsWith(ofName) && uids.contains(owner.substring(ofName.length())))
                ? Optional.empty()
                : Optional.of(SkipReason.FORMER_SUBSCRIPTION);
    }

    boolean takes(ArchivedLetter letter) throws IOException {
        return covers(letter) && refusal(letter).isEmpty();
    }
}
