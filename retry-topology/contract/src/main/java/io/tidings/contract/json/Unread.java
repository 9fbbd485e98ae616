package io.tidings.contract.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of a table's record that this release does not understand. It stays in the record when this release
 * writes the record again (B-SUB-6).
 *
 * @param members the unknown members, each with the bytes of its value; the whole record if there are violations
 * @param unknown paths of the unknown members
 * @param violations rules of this release that a record of another release or of other settings breaks
 * @param requires features that a program must know to deliver, without those that this release knows
 */
public record Unread(JsonNode members, List<String> unknown, List<Violation> violations, Set<String> requires) {
    public static final Unread NONE = new Unread(JsonNodeFactory.instance.objectNode(), List.of(), List.of(), Set.of());

    public Unread {
        unknown = List.copyOf(unknown);
        violations = List.copyOf(violations);
        requires = new TreeSet<>(requires);
    }

    /** Returns why this release must not act on the resource; empty if it may. */
    public Optional<String> hindrance() {
        if (!violations.isEmpty()) {
            return Optional.of("another release or other settings wrote the record, and this release does not"
                    + " understand it: " + new Validated.Invalid<>(violations).sentence());
        }
        return requires.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the record requires " + String.join(", ", requires) + ", which this release does not know");
    }

    /** Returns whether this release understands the members below each of these paths. */
    public boolean understands(List<String> paths) {
        return violations.stream().noneMatch(each -> paths.stream().anyMatch(each.path()::startsWith));
    }

    /** Returns the record: what this release knows of it, and what it does not. */
    public JsonNode addTo(ObjectNode known) {
        if (!(members instanceof ObjectNode kept)) {
            return members;
        }
        merge(known, kept);
        return known;
    }

    private static void merge(ObjectNode target, ObjectNode kept) {
        kept.properties().forEach(member -> {
            if (member.getValue() instanceof ObjectNode object) {
                merge(
                        target.get(member.getKey()) instanceof ObjectNode below
                                ? below
                                : target.putObject(member.getKey()),
                        object);
            } else {
                target.set(member.getKey(), member.getValue());
            }
        });
    }

    /** Returns what is left of the unknown members when a merge patch has set or removed some of them. */
    public Unread after(JsonNode patch) {
        if (!(members instanceof ObjectNode kept)) {
            return this;
        }
        var left = kept.deepCopy();
        remove(left, patch);
        var gone = new TreeSet<>(requires);
        patch.findParents("tidings")
                .forEach(parent -> parent.path("tidings").fieldNames().forEachRemaining(gone::remove));
        return new Unread(left, unknown, violations, gone);
    }

    private static void remove(ObjectNode kept, JsonNode patch) {
        patch.properties().forEach(member -> {
            if (kept.get(member.getKey()) instanceof ObjectNode below
                    && member.getValue().isObject()) {
                remove(below, member.getValue());
            } else {
                kept.remove(member.getKey());
            }
        });
    }

    /** Leaves the values out, which may be secrets. */
    @Override
    public String toString() {
        return "Unread[" + unknown + ", " + violations + ", " + requires + "]";
    }
}
