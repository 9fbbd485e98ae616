package io.tidings.chaos.history;

import java.time.Instant;

/**
 * An event in a request as its endpoint saw it.
 *
 * @param before attempts made before this one, as the request says; of several events the most that any has
 * @param answered when the answer was given, or when it was decided to give none
 * @param status of the answer, {@link #NO_ANSWER} when there was none
 * @param members events in the request
 * @param difference between what came and what was published and asked for, empty when there is none
 */
public record EndpointRequest(
        String event, int before, Instant arrived, Instant answered, int status, int members, String difference) {
    public static final int NO_ANSWER = 0;

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    /** Whether its endpoint took the event (B-DEL-3). */
    public boolean accepted() {
        return status >= OK && status <= NO_CONTENT;
    }

    /** The same with the attempts of this event, which a request of several does not tell. */
    public EndpointRequest after(int attempts) {
        return new EndpointRequest(event, attempts, arrived, answered, status, members, difference);
    }
}
