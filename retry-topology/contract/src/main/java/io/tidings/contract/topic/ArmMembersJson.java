package io.tidings.contract.topic;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The members of a topic that Azure gives a meaning and Tidings keeps. One that would restrict access without an effect
 * here is refused: its owner must not believe in a protection that is not there (B-ARM-2).
 */
final class ArmMembersJson {
    private static final String LOCATION = "location";
    private static final String TAGS = "tags";
    private static final String IDENTITY = "identity";
    private static final String SKU = "sku";
    private static final int MAX_TAGS = 50;
    private static final int MAX_TAG_NAME = 512;
    private static final int MAX_TAG_VALUE = 256;
    private static final int MAX_LOCATION = 90;
    private static final String MUST_BE_TEXT = "must be a string";
    private static final String MUST_BE_OBJECT =
            "must be an object of at most " + JsonObjectReader.MAX_KEPT + " characters";
    private static final String NO_PRIVATE_NETWORK =
            "must be Enabled: Tidings does not know which network a request comes from; restrict access where the"
                    + " service is exposed";
    private static final String NO_IP_RULES =
            "must be an empty array: Tidings does not filter the addresses of publishers; restrict them where the"
                    + " service is exposed";
    private static final String NO_LATER_TLS =
            "must be 1.0, 1.1 or 1.2: connections with TLS have 1.2 or 1.3, and no topic can require more";

    private ArmMembersJson() {}

    static ArmMembers read(JsonObjectReader root, JsonObjectReader properties) {
        var others = JsonNodeFactory.instance.objectNode();
        root.keep("kind", JsonNode::isTextual, MUST_BE_TEXT, others);
        root.keep("extendedLocation", JsonNode::isObject, MUST_BE_OBJECT, others);
        var kept = JsonNodeFactory.instance.objectNode();
        properties.keep("disableLocalAuth", JsonNode::isBoolean, "must be true or false", kept);
        properties.keep("publicNetworkAccess", isOneOf("Enabled"), NO_PRIVATE_NETWORK, kept);
        properties.keep("inboundIpRules", value -> value.isArray() && value.isEmpty(), NO_IP_RULES, kept);
        properties.keep("minimumTlsVersionAllowed", isOneOf("1.0", "1.1", "1.2"), NO_LATER_TLS, kept);
        properties.keep("dataResidencyBoundary", JsonNode::isTextual, MUST_BE_TEXT, kept);
        properties.keep("eventTypeInfo", JsonNode::isObject, MUST_BE_OBJECT, kept);
        if (!kept.isEmpty()) {
            others.set("properties", kept);
        }
        return new ArmMembers(location(root), tags(root), object(root, IDENTITY), object(root, SKU), others);
    }

    private static Predicate<JsonNode> isOneOf(String... words) {
        return value -> Arrays.stream(words).anyMatch(word -> word.equalsIgnoreCase(value.textValue()));
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
        if (node instanceof ObjectNode object && object.toString().length() <= JsonObjectReader.MAX_KEPT) {
            return object.deepCopy();
        }
        if (node != null) {
            root.broken(name, "must be an object of at most " + JsonObjectReader.MAX_KEPT + " characters");
        }
        return null;
    }

    static void write(ArmMembers members, ObjectNode json, ObjectNode properties) {
        putIfAny(json, LOCATION, members.location());
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
        members.others().properties().forEach(member -> {
            if (member.getKey().equals("properties")) {
                properties.setAll((ObjectNode) member.getValue().deepCopy());
            } else {
                json.set(member.getKey(), member.getValue().deepCopy());
            }
        });
    }
}
