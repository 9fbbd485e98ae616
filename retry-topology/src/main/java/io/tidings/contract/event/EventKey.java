package io.tidings.contract.event;

import io.tidings.contract.json.AnyCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where in an event a filter looks: member names with a dot between them, such as {@code data.address.city}.
 *
 * @param names in any case
 */
public record EventKey(List<String> names) {
    /** An object within an object is one more pass over its bytes; nobody needs as many as a megabyte has room for. */
    public static final int MOST_NAMES = 16;

    public EventKey {
        names = names.stream().map(AnyCase::of).toList();
        if (names.isEmpty() || names.size() > MOST_NAMES) {
            throw new IllegalArgumentException("a key of " + names.size() + " names");
        }
    }

    /** Empty for a text that is no key: it has an empty name or too many names. */
    public static Optional<EventKey> of(String text) {
        var names = Arrays.asList(text.split("\\.", -1));
        boolean legal = names.size() <= MOST_NAMES && names.stream().noneMatch(String::isBlank);
        return legal ? Optional.of(new EventKey(names)) : Optional.empty();
    }
}
