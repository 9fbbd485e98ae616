package io.tidings.contract.topic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which records that exist when a source is taken up are read. */
public enum SourceStart {
    /** None of them. */
    LATEST,
    /** All that the topic still holds. */
    EARLIEST;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<SourceStart> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.wireName().equals(name))
                .findFirst();
    }
}
