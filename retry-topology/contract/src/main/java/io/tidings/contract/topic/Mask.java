package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.JsonObjectReader;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The values of a topic's events that nobody is shown (B-SEE-2).
 *
 * @param paths into the event, such as {@code /data/card}: each leads through every element of an array, in any case
 */
public record Mask(List<String> paths) {
    public static final Mask NONE = new Mask(List.of());

    static final String MEMBER = "mask";

    private static final TextNode HIDDEN = TextNode.valueOf("***");
    private static final int MOST = 100;
    private static final Pattern PATH = Pattern.compile("(/[^/]{1,128}){1,32}");
    private static final Pattern ELEMENT = Pattern.compile("[0-9]+|\\*");
    private static final String DATA = "/data";

    public Mask {
        paths = List.copyOf(paths);
    }

    static Mask read(JsonObjectReader tidings, EventSchema schema) {
        var paths = tidings.texts(MEMBER);
        if (paths.size() > MOST) {
            tidings.broken(MEMBER, "must have at most " + MOST + " paths");
        }
        boolean whole = schema == EventSchema.CUSTOM;
        for (int i = 0; i < paths.size(); i++) {
            if (!PATH.matcher(paths.get(i)).matches() || (!whole && !begins(paths.get(i), DATA))) {
                tidings.broken(
                        MEMBER + "[" + i + "]",
                        "must be a path such as " + (whole ? "/card" : "/data/card, because only data is hidden"));
            }
        }
        return new Mask(paths);
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    /** Returns whether a path names a hidden value, or one that holds or belongs to one. */
    public boolean hides(String path) {
        return paths.stream().anyMatch(each -> begins(path, each) || begins(each, path));
    }

    private static boolean begins(String path, String with) {
        return (path + "/").toLowerCase(Locale.ROOT).startsWith(with.toLowerCase(Locale.ROOT) + "/");
    }

    /** Hides the values in an event. Data that is not JSON is hidden as a whole. */
    public void hide(ObjectNode event) {
        if (hides(DATA) && event.remove("data_base64") != null) {
            event.set("data", HIDDEN);
        }
        paths.forEach(path -> hidden(event, List.of(path.substring(1).split("/", -1))));
    }

    /** A value in the way of a path is hidden, because the hidden one may be in its text. */
    private static JsonNode hidden(JsonNode value, List<String> names) {
        if (names.isEmpty() || value.isValueNode()) {
            return HIDDEN;
        }
        var below = names.subList(1, names.size());
        if (value instanceof ObjectNode object) {
            object.properties().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(unescaped(names.getFirst())))
                    .forEach(each -> each.setValue(hidden(each.getValue(), below)));
        } else if (value instanceof ArrayNode array) {
            boolean element = ELEMENT.matcher(names.getFirst()).matches();
            for (int i = 0; i < array.size(); i++) {
                var each = element ? hidden(array.get(i), below) : array.get(i);
                array.set(i, hidden(each, names));
            }
        }
        return value;
    }

    /** As in a JSON pointer. */
    private static String unescaped(String name) {
        return name.replace("~1", "/").replace("~0", "~");
    }
}
