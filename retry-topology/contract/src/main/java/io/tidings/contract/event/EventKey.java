package io.tidings.contract.event;

import io.tidings.contract.json.AnyCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A path of member names in any case, with dots between them, such as {@code data.address.city}. */
public record EventKey(List<String> names) {
    /** Each nested object costs one more pass over its bytes. */
    public static final int MOST_NAMES = 16;

    public EventKey {
        names = names.stream().map(AnyCase::of).toList();
        if (names.isEmpty() || names.size() > MOST_NAMES) {
            throw new IllegalArgumentException("a key of " + names.size() + " names");
        }
    }

    /** Returns empty if the text has an empty name or too many names. */
    public static Optional<EventKey> of(String text) {
        var names = Arrays.asList(text.split("\\.", -1));
        boolean legal = names.size() <= MOST_NAMES && names.stream().noneMatch(String::isBlank);
        return legal ? Optional.of(new EventKey(names)) : Optional.empty();
    }
}
