package io.tidings.chaos.check;

import java.time.Instant;

/**
 * An event in a request as its endpoint received it.
 *
 * @param before attempts before this one, by its header; in a batch the most of any event
 * @param answered when the response was sent, or withheld
 * @param status of the response, or {@link #NO_ANSWER}
 * @param members events in the request
 * @param difference between the received event and the published one, empty when there is none
 */
public record EndpointRequest(
        String event, int before, Instant arrived, Instant answered, int status, int members, String difference) {
    public static final int NO_ANSWER = 0;

    static final int OK = 200;

    private static final int NO_CONTENT = 204;

    /** True if the endpoint accepted the event (B-DEL-3). */
    public boolean accepted() {
        return status >= OK && status <= NO_CONTENT;
    }

    /** The same request with the attempts of this event. */
    public EndpointRequest after(int attempts) {
        return new EndpointRequest(event, attempts, arrived, answered, status, members, difference);
    }
}
