package io.tidings.chaos.history;

import java.time.Instant;

/**
 * A change of a subscription over HTTP.
 *
 * @param answered when its answer came, or when it was given up
 * @param told whether the answer said that it is done; if not, it may have been done all the same
 */
public record SubscriptionChange(Kind kind, Instant asked, Instant answered, boolean told) {
    /** What was asked for. */
    public enum Kind {
        PUT,
        DELETE
    }
}
