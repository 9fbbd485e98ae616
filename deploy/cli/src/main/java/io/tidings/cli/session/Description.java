package io.tidings.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.terminal.TextTable;
import java.util.Iterator;
import java.util.function.Function;

/** A resource for people, in words and values; what nobody took stands at the end, by its path. */
public final class Description {
    private final TextTable table;
    private final ObjectNode rest;

    /** @param resource whose {@code properties} count as members of itself */
    public Description(String kind, String name, ObjectNode resource) {
        table = new TextTable(kind, name);
        rest = resource.deepCopy();
        if (rest.remove("properties") instanceof ObjectNode properties) {
            rest.setAll(properties);
        }
    }

    /** Takes a member, which is missing if there is none; null is none. */
    public JsonNode take(String path) {
        int end = path.lastIndexOf('.');
        var parent = end < 0 ? rest : rest.at("/" + path.substring(0, end).replace('.', '/'));
        var taken = parent instanceof ObjectNode object ? object.remove(path.substring(end + 1)) : null;
        return taken == null || taken.isNull() ? MissingNode.getInstance() : taken;
    }

    /** Takes members that say nothing to people. */
    public Description without(String... paths) {
        for (var path : paths) {
            take(path);
        }
        return this;
    }

    /** @param value of one line or several; nothing is said of an empty one */
    public Description row(String word, String value) {
        Iterator<String> lines = value.lines().iterator();
        for (var label = word; lines.hasNext(); label = "") {
            table.row(label, lines.next());
        }
        return this;
    }

    /** An empty row. */
    public Description gap() {
        table.row("", "");
        return this;
    }

    /** Says a member, if there is one. */
    public Description member(String word, String path) {
        return row(word, plain(take(path)));
    }

    /** Says a member, or what holds by default. */
    public Description member(String word, String path, String otherwise) {
        return value(word, take(path), otherwise, Description::plain);
    }

    /** The same in other words than its own. */
    public Description member(String word, String path, String otherwise, Function<JsonNode, String> words) {
        return value(word, take(path), otherwise, words);
    }

    /** Says a value that was taken, or what holds without one. */
    public Description value(String word, JsonNode value, String otherwise, Function<JsonNode, String> words) {
        boolean usual = value.isMissingNode()
                || (value.isArray() && value.isEmpty())
                || (value.isBoolean() && !value.asBoolean())
                || plain(value).isEmpty()
                || plain(value).equals(otherwise);
        return row(word, usual ? otherwise + " (default)" : words.apply(value));
    }

    /** A value as it is; an empty text for a missing one. */
    public static String plain(JsonNode value) {
        return value.isMissingNode() ? "" : Flattened.text(value);
    }

    public String text() {
        var others = Flattened.of(rest);
        others.values().removeIf(value -> value.isNull() || (value.isContainerNode() && value.isEmpty()));
        if (!others.isEmpty()) {
            gap();
        }
        others.forEach((path, value) -> row(path, Flattened.text(value)));
        return table.text();
    }
}
