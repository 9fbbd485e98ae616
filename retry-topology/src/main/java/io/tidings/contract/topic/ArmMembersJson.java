package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code location}, {@code tags}, {@code identity} and {@code sku} of a topic, with the limits of Azure for tags. */
final class ArmMembersJson {
    private static final String LOCATION = "location";
    private static final String TAGS = "tags";
    private static final String IDENTITY = "identity";
    private static final String SKU = "sku";
    private static final int MAX_TAGS = 50;
    private static final int MAX_TAG_NAME = 512;
    private static final int MAX_TAG_VALUE = 256;
    private static final int MAX_LOCATION = 90;
    private static final int MAX_OBJECT = 16 * 1024;

    private ArmMembersJson() {}

    static ArmMembers read(JsonObjectReader root) {
        return new ArmMembers(location(root), tags(root), object(root, IDENTITY), object(root, SKU));
    }

    private static @Nullable String location(JsonObjectReader root) {
        var location = root.text(LOCATION);
        if (location != null && location.length() > MAX_LOCATION) {
            root.broken(LOCATION, "must have at most " + MAX_LOCATION + " characters");
        }
        return location;
    }

    private static Map<String, String> tags(JsonObjectReader root) {
        var tags = new TreeMap<String, String>();
        var json = object(root, TAGS);
        if (json == null) {
            return tags;
        }
        if (json.size() > MAX_TAGS) {
            root.broken(TAGS, "must have at most " + MAX_TAGS + " members");
        }
        json.properties().forEach(tag -> {
            var value = tag.getValue().textValue();
            if (value == null || value.length() > MAX_TAG_VALUE || tag.getKey().length() > MAX_TAG_NAME) {
                root.broken(
                        TAGS + "." + tag.getKey(),
                        "must be a string of at most " + MAX_TAG_VALUE + " characters under a name of at most "
                                + MAX_TAG_NAME);
            } else {
                tags.put(tag.getKey(), value);
            }
        });
        return tags;
    }

    private static @Nullable ObjectNode object(JsonObjectReader root, String name) {
        var node = root.node(name);
        if (node instanceof ObjectNode object && object.toString().length() <= MAX_OBJECT) {
            return object.deepCopy();
        }
        if (node != null) {
            root.broken(name, "must be an object of at most " + MAX_OBJECT + " characters");
        }
        return null;
    }

    static void write(ArmMembers members, ObjectNode json) {
        if (members.location() != null) {
            json.put(LOCATION, members.location());
        }
        if (!members.tags().isEmpty()) {
            var tags = json.putObject(TAGS);
            members.tags().forEach(tags::put);
        }
        if (members.identity() != null) {
            json.set(IDENTITY, members.identity().deepCopy());
        }
        if (members.sku() != null) {
            json.set(SKU, members.sku().deepCopy());
        }
    }
}
