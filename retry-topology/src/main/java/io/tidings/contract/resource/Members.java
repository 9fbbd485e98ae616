package io.tidings.contract.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the members of one JSON object of a resource and collects every rule it breaks. */
final class Members {
    private final @Nullable ObjectNode object;
    private final String path;
    private final List<Violation> violations;
    private final Set<String> known = new HashSet<>();

    private Members(@Nullable ObjectNode object, String path, List<Violation> violations) {
        this.object = object;
        this.path = path;
        this.violations = violations;
    }

    static Members root(JsonNode node, List<Violation> violations) {
        if (node instanceof ObjectNode object) {
            return new Members(object, "", violations);
        }
        violations.add(new Violation(Violation.WHOLE, "this must be a JSON object, in { }"));
        return new Members(null, "", violations);
    }

    /** Members that a GET shows and a PUT may repeat; they say nothing. */
    Members ignoring(String... names) {
        known.addAll(List.of(names));
        return this;
    }

    /** The object member; one without members where it is absent or null. */
    Members object(String name) {
        var node = value(name);
        if (node == null || node instanceof ObjectNode) {
            return new Members((ObjectNode) node, pathOf(name), violations);
        }
        broken(name, "must be an object");
        return new Members(null, pathOf(name), violations);
    }

    boolean has(String name) {
        return value(name) != null;
    }

    boolean present() {
        return object != null;
    }

    @Nullable
    String text(String name) {
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

    String requiredText(String name) {
        var node = value(name);
        var text = text(name);
        if (node == null || (text != null && text.isBlank())) {
            broken(name, "is required");
        }
        return text == null ? "" : text;
    }

    @Nullable
    Integer integer(String name, int min, int max) {
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

    /** False where it is absent. */
    boolean flag(String name) {
        var node = value(name);
        if (node != null && !node.isBoolean()) {
            broken(name, "must be true or false");
        }
        return node != null && node.booleanValue();
    }

    List<String> texts(String name) {
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

    /** The elements of the array member, all of which must be objects. */
    List<Members> objects(String name) {
        var node = value(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            broken(name, "must be an array of objects" + (node.isObject() ? ", put it in [ ]" : ""));
            return List.of();
        }
        var objects = new ArrayList<Members>(node.size());
        for (int i = 0; i < node.size(); i++) {
            var element = name + "[" + i + "]";
            if (node.get(i) instanceof ObjectNode each) {
                objects.add(new Members(each, pathOf(element), violations));
            } else {
                broken(element, "must be an object");
            }
        }
        return objects;
    }

    /** The same object, in which these members may be spelt in any case; the usual spelling wins. */
    Members inAnyCase(String... names) {
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
        return new Members(spelt, path, violations);
    }

    /** The member as it stands there; null where it is absent or null. */
    @Nullable
    JsonNode node(String name) {
        return value(name);
    }

    int size(String name) {
        var node = value(name);
        return node == null ? 0 : node.size();
    }

    void broken(String name, String rule) {
        violations.add(new Violation(pathOf(name), rule));
    }

    /** Ends the reading: what nobody asked for is refused, so that no typing error goes unnoticed. */
    void refuseOthers() {
        if (object != null) {
            object.fieldNames().forEachRemaining(name -> {
                if (!known.contains(name)) {
                    broken(name, "is no known member");
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
}
