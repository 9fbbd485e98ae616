package io.tidings.benchmark.campaign.history;

import java.time.Instant;

/**
 * A request as its endpoint saw it.
 *
 * @param before attempts made before this one, as the request says
 * @param answered when the answer was given, or when it was decided to give none
 * @param status of the answer, {@link #NO_ANSWER} when there was none
 */
public record Request(String event, int before, Instant arrived, Instant answered, int status) {
    public static final int NO_ANSWER = 0;

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    /** Whether its endpoint took the event (B-DEL-3). */
    public boolean accepted() {
        return status >= OK && status <= NO_CONTENT;
    }
}
