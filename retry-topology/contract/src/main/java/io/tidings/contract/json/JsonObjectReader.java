package io.tidings.contract.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.WireName;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the members of one JSON object of a resource and collects every rule it breaks. */
public final class JsonObjectReader {
    /** The most characters of a member that has no meaning. */
    public static final int MAX_KEPT = 16 * 1024;

    private final @Nullable ObjectNode object;
    private final String path;
    private final List<Violation> violations;
    /** The place where unknown members are kept; null if they are refused. */
    private final @Nullable UnknownMembers unknown;

    /** The names that lead to this object, or to the array that it is in. */
    private final List<String> trail;

    private final boolean element;
    private final Set<String> known = new HashSet<>();

    private JsonObjectReader(
            @Nullable ObjectNode object,
            String path,
            List<Violation> violations,
            @Nullable UnknownMembers unknown,
            List<String> trail,
            boolean element) {
        this.object = object;
        this.path = path;
        this.violations = violations;
        this.unknown = unknown;
        this.trail = trail;
        this.element = element;
    }

    public static JsonObjectReader root(JsonNode node, List<Violation> violations) {
        return root(node, violations, null);
    }

    /** @param unknown where unknown members are kept; null if they are refused */
    public static JsonObjectReader root(JsonNode node, List<Violation> violations, @Nullable UnknownMembers unknown) {
        if (!(node instanceof ObjectNode)) {
            violations.add(new Violation(Violation.WHOLE, "this must be a JSON object, in { }"));
        }
        return new JsonObjectReader(
                node instanceof ObjectNode object ? object : null, "", violations, unknown, List.of(), false);
    }

    /** Accepts and ignores members that a GET shows and a PUT may repeat. */
    public JsonObjectReader ignoring(String... names) {
        known.addAll(List.of(names));
        return this;
    }

    /** Returns a reader without members if the member is missing or null. */
    public JsonObjectReader object(String name) {
        var node = value(name);
        if (node == null || node instanceof ObjectNode) {
            return below(name, (ObjectNode) node);
        }
        broken(name, "must be an object");
        return below(name, null);
    }

    private JsonObjectReader below(String name, @Nullable ObjectNode member) {
        return new JsonObjectReader(member, pathOf(name), violations, unknown, trailOf(name), element);
    }

    public boolean has(String name) {
        return value(name) != null;
    }

    public boolean present() {
        return object != null;
    }

    @Nullable
    public String text(String name) {
        var node = value(name);
        if (node == null) {
            return null;
        }
        if (!node.isTextual()) {
            broken(name, "must be a string");
            return null;
        }
        return node.textValue();
    }

    public String requiredText(String name) {
        var node = value(name);
        var text = text(name);
        if (node == null || (text != null && text.isBlank())) {
            broken(name, "is required");
        }
        return text == null ? "" : text;
    }

    @Nullable
    public Integer integer(String name, int min, int max) {
        var node = value(name);
        if (node == null) {
            return null;
        }
        if (!node.canConvertToExactIntegral()
                || !node.canConvertToInt()
                || node.intValue() < min
                || node.intValue() > max) {
            broken(name, "must be a whole number from " + min + " to " + max);
            return null;
        }
        return node.intValue();
    }

    /** Returns null if the member is missing or breaks the rule, which is then reported. */
    public <T> @Nullable T parsed(String name, Function<String, Optional<T>> parse, String rule) {
        var text = text(name);
        var parsed = text == null ? Optional.<T>empty() : parse.apply(text);
        if (text != null && parsed.isEmpty()) {
            broken(name, rule);
        }
        return parsed.orElse(null);
    }

    /** Returns null if the member is missing or none of the names. */
    public <E extends Enum<E> & WireName> @Nullable E oneOf(String name, Class<E> type) {
        return parsed(name, word -> WireName.of(type, word), WireName.rule(type));
    }

    /** Returns the usual one if the member is missing or none of the names. */
    public <E extends Enum<E> & WireName> E oneOf(String name, E usual) {
        return Objects.requireNonNullElse(oneOf(name, usual.getDeclaringClass()), usual);
    }

    /** Returns null if the member is missing or no time. */
    @Nullable
    public Instant time(String name) {
        return parsed(name, HeaderTime::parsed, "must be a " + HeaderTime.RULE);
    }

    /** Returns null if the member is missing or breaks the rule, which is then reported. */
    public @Nullable Duration duration(String name, Duration shortest, Duration longest) {
        var node = node(name);
        return node == null ? null : duration(name, node, shortest, longest);
    }

    /** Returns the same of an element of a member. */
    public @Nullable Duration duration(String path, JsonNode node, Duration shortest, Duration longest) {
        var duration = node.isTextual() ? duration(node.textValue()) : null;
        if (duration == null || duration.compareTo(shortest) < 0 || duration.compareTo(longest) > 0) {
            broken(path, "must be an ISO 8601 duration from " + shortest + " to " + longest);
            return null;
        }
        return duration;
    }

    private static @Nullable Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Returns false if the member is missing. */
    public boolean flag(String name) {
        return flagOr(name, false);
    }

    /** @param usual if the member is missing */
    public boolean flagOr(String name, boolean usual) {
        var node = value(name);
        if (node != null && !node.isBoolean()) {
            broken(name, "must be true or false");
        }
        return node == null ? usual : node.booleanValue();
    }

    public List<String> texts(String name) {
        var node = value(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            broken(name, "must be an array of strings" + (node.isTextual() ? ", put it in [ ]" : ""));
            return List.of();
        }
        var texts = new ArrayList<String>(node.size());
        for (int i = 0; i < node.size(); i++) {
            var element = node.get(i);
            if (element.isTextual()) {
                texts.add(element.textValue());
            } else {
                broken(name + "[" + i + "]", "must be a string");
            }
        }
        return texts;
    }

    public List<JsonObjectReader> objects(String name) {
        var node = value(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            broken(name, "must be an array of objects" + (node.isObject() ? ", put it in [ ]" : ""));
            return List.of();
        }
        var objects = new ArrayList<JsonObjectReader>(node.size());
        for (int i = 0; i < node.size(); i++) {
            var element = name + "[" + i + "]";
            if (node.get(i) instanceof ObjectNode each) {
                objects.add(new JsonObjectReader(each, pathOf(element), violations, unknown, trailOf(name), true));
            } else {
                broken(element, "must be an object");
            }
        }
        return objects;
    }

    /** Returns the same object with these members in any case; an exact name wins. */
    public JsonObjectReader inAnyCase(String... names) {
        if (object == null) {
            return this;
        }
        var spelt = object.objectNode();
        object.properties().forEach(member -> {
            var usual = Arrays.stream(names)
                    .filter(name -> name.equalsIgnoreCase(member.getKey()) && !object.has(name))
                    .findFirst()
                    .orElse(member.getKey());
            spelt.set(spelt.has(usual) ? member.getKey() : usual, member.getValue());
        });
        return new JsonObjectReader(spelt, path, violations, unknown, trail, element);
    }

    /** Returns null if the member is missing or null. */
    @Nullable
    public JsonNode node(String name) {
        return value(name);
    }

    /** Copies a member that has no meaning as it is. */
    public void keep(String name, Predicate<JsonNode> allowed, String rule, ObjectNode to) {
        var value = value(name);
        if (value == null) {
            return;
        }
        if (allowed.test(value) && value.toString().length() <= MAX_KEPT) {
            to.set(name, value.deepCopy());
        } else {
            broken(name, rule);
        }
    }

    int size(String name) {
        var node = value(name);
        return node == null ? 0 : node.size();
    }

    public void broken(String name, String rule) {
        violations.add(new Violation(pathOf(name), rule));
    }

    /** Refuses all members that were not read, so that a misspelt name is reported; or keeps those of a record. */
    public void refuseOthers() {
        if (object != null) {
            object.fieldNames().forEachRemaining(name -> {
                if (known.contains(name)) {
                    return;
                }
                if (unknown == null) {
                    broken(name, "is not a known member");
                } else {
                    unknown.add(object, name, trailOf(name), pathOf(name));
                }
            });
        }
    }

    private @Nullable JsonNode value(String name) {
        known.add(name);
        if (object == null) {
            return null;
        }
        var node = object.get(name);
        return node == null || node.isNull() ? null : node;
    }

    private String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private List<String> trailOf(String name) {
        return element ? trail : Stream.concat(trail.stream(), Stream.of(name)).toList();
    }
}
