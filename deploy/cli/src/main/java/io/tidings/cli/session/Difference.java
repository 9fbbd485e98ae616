package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A member of a resource that differs. Pure.
 *
 * @param before null if there is none
 * @param after null if there shall be none
 */
public record Difference(
        String path, @Nullable String before, @Nullable String after) {
    public static List<Difference> between(ObjectNode before, ObjectNode after) {
        boolean secretPath = Stream.of(before, after)
                .anyMatch(each -> each.at("/tidings/secretPath").asBoolean());
        var old = Flattened.of(before);
        var wanted = Flattened.of(after);
        var paths = new TreeSet<>(old.keySet());
        paths.addAll(wanted.keySet());
        var differences = new ArrayList<Difference>();
        for (var path : paths) {
            if (!path.isEmpty() && !Objects.equals(old.get(path), wanted.get(path))) {
                var from = old.get(path);
                var to = wanted.get(path);
                differences.add(new Difference(path, shown(path, from, secretPath), shown(path, to, secretPath)));
            }
        }
        return differences;
    }

    /** The query of an endpoint often holds a secret, and its path may be one. */
    private static @Nullable String shown(String path, @Nullable JsonNode value, boolean secretPath) {
        if (value == null) {
            return null;
        }
        var text = Flattened.text(value);
        return path.equals("destination.properties.endpointUrl")
                ? text.replaceFirst(secretPath ? "((?<=[^:/])/|\\?).*" : "\\?.*", "…")
                : text;
    }

    @Override
    public String toString() {
        return "%s: %s -> %s".formatted(path, before == null ? "none" : before, after == null ? "none" : after);
    }
}
