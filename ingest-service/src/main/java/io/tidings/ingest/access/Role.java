package io.tidings.ingest.access;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a manager may do (B-ACCESS-1). Each role includes those before it. */
public enum Role {
    /** Sees everything but secrets. */
    READER,
    /** Pauses, resumes, retries, redrives, replays and sends test events. */
    OPERATOR,
    /** Changes topics and subscriptions, and reads secrets. */
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param name in any case */
    public static Optional<Role> named(String name) {
        return Stream.of(values())
                .filter(role -> role.wireName().equalsIgnoreCase(name))
                .findAny();
    }
}
