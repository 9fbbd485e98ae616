package io.tidings.contract.condition;

import java.util.Optional;

/** A moment that is remembered, so that nothing is announced twice. */
public enum AnnouncedMark {
    /** The beginning of the probation whose start was announced, until its end is announced. */
    PROBATION("probation"),
    /** The beginning of the validation state that was announced last. */
    VALIDATION("validation"),
    /** The latest dead letter that an exporter saw. */
    DEAD_LETTERS("deadLetters"),
    /** The expiration that was announced. */
    EXPIRATION("expiration"),
    /** The beginning of the outage of a storage that was announced, until its end is announced. */
    OUTAGE("outage");

    private final String wireName;

    AnnouncedMark(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }

    static Optional<AnnouncedMark> of(String word) {
        for (var mark : values()) {
            if (mark.wireName.equals(word)) {
                return Optional.of(mark);
            }
        }
        return Optional.empty();
    }
}
