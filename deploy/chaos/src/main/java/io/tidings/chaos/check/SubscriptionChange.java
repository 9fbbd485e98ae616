package io.tidings.chaos.check;

import java.time.Instant;

/**
 * A change of a subscription over HTTP.
 *
 * @param answered the time of the response, or of the timeout
 * @param told whether the response confirmed the change; if not, it may have been made all the same
 */
public record SubscriptionChange(Kind kind, Instant asked, Instant answered, boolean told) {
    public enum Kind {
        PUT,
        DELETE
    }
}
