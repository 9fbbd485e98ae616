package io.tidings.chaos.check;

import io.tidings.chaos.check.CommittedAttempt.Ending;

/**
 * A dead letter in a blob.
 *
 * @param difference between its event and the published one, empty when there is none
 */
public record BlobRecord(String event, String reason, int attempts, String difference) {
    /** Returns true if this attempt decided what the record tells. */
    public boolean tellsOf(CommittedAttempt attempt) {
        return attempt.ending() == Ending.DEAD_LETTER
                && attempt.reason().equals(reason)
                && attempt.number() == attempts;
    }
}
