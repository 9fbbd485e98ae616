package io.tidings.contract.job;

import java.util.Arrays;
import java.util.Optional;

public enum JobKind {
    /** Makes deliveries of dead letters. */
    REDRIVE("redrive"),
    /** Makes deliveries of past events. */
    REPLAY("replay");

    private final String wireName;

    JobKind(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<JobKind> of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equalsIgnoreCase(word))
                .findFirst();
    }
}
