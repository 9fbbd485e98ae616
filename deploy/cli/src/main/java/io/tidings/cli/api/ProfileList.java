package io.tidings.cli.api;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All profiles, by name.
 *
 * @param current the one that is used when a command names none
 */
public record ProfileList(@Nullable String current, Map<String, Profile> byName) {
    static final ProfileList EMPTY = new ProfileList(null, Map.of());

    public ProfileList {
        byName = Map.copyOf(byName);
    }

    public Collection<Profile> sorted() {
        return new TreeMap<>(byName).values();
    }

    public Optional<Profile> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The first profile becomes the current one. */
    public ProfileList with(Profile profile) {
        var changed = new TreeMap<>(byName);
        changed.put(profile.name(), profile);
        return new ProfileList(current == null ? profile.name() : current, changed);
    }

    public ProfileList without(String name) {
        var changed = new TreeMap<>(byName);
        changed.remove(name);
        return new ProfileList(name.equals(current) ? null : current, changed);
    }

    public ProfileList using(String name) {
        return new ProfileList(name, byName);
    }
}
