package io.tidings.contract.job;

import java.util.Arrays;
import java.util.Optional;

/** What an operator last asked of a job. */
public enum JobWish {
    RUN("run"),
    PAUSE("pause"),
    CANCEL("cancel");

    private final String wireName;

    JobWish(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<JobWish> of(String word) {
        return Arrays.stream(values())
                .filter(wish -> wish.wireName.equals(word))
                .findFirst();
    }
}
