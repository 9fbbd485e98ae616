package io.tidings.contract.job;

import java.util.Arrays;
import java.util.Optional;

/**
 * <pre>
 *   queued ──> running ──> done, failed
 *     │  ^     ^     │
 *     v  │     v     v
 *    paused (either way) ──> cancelled
 * </pre>
 */
public enum JobState {
    QUEUED("Queued", false),
    RUNNING("Running", false),
    PAUSED("Paused", false),
    DONE("Done", true),
    CANCELLED("Cancelled", true),
    FAILED("Failed", true);

    private final String wireName;
    private final boolean ended;

    JobState(String wireName, boolean ended) {
        this.wireName = wireName;
        this.ended = ended;
    }

    public String wireName() {
        return wireName;
    }

    public boolean ended() {
        return ended;
    }

    public static Optional<JobState> of(String word) {
        return Arrays.stream(values())
                .filter(state -> state.wireName.equals(word))
                .findFirst();
    }
}
