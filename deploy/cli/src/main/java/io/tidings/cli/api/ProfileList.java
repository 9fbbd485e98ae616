package io.tidings.cli.api;

import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.Spelling;
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

    /** The profile of a name that somebody gave. */
    public Profile required(String name) {
        return Optional.ofNullable(byName.get(name))
                .orElseThrow(() ->
                        CommandFailure.usage("There is no profile %s: tidings profile list shows those that exist.%s"
                                .formatted(name, Spelling.guess(name, byName.keySet()))));
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
