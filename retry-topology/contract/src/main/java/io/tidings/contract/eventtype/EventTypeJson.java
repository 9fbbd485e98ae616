package io.tidings.contract.eventtype;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Event types as JSON: the content of a PUT and of a record of the topics table (B-TYPE-1). */
public final class EventTypeJson {
    private static final String SCHEMA = "dataSchema";
    private static final String EXAMPLES = "examples";
    private static final int MOST_NAME = 256;
    private static final int MOST_VERSION = 64;
    private static final int MOST_DESCRIPTION = 2_048;
    private static final int MOST_EXAMPLES = 10;
    /** Less than JSON is read up to, because records of the audit log hold them deeper. */
    private static final int MOST_DEPTH = 100;

    private static final int MOST_BYTES = 64 * 1024;

    private EventTypeJson() {}

    public static Validated<EventType> read(EventTypeKey key, byte[] json) {
        return ResourceJson.validated(json, tree -> {
            var violations = new ArrayList<Violation>();
            var type = read(key, tree, violations, null);
            if (type.schema() != null) {
                judge(type.schema(), type.examples(), violations);
            }
            return violations.isEmpty() ? new Validated.Valid<>(type) : new Validated.Invalid<>(violations);
        });
    }

    /** Reads a record, whose schema is looked at when it is needed, and passes over members that it does not know. */
    public static Validated<EventType> readRecord(EventTypeKey key, byte[] json) {
        return ResourceJson.validated(json, tree -> {
            var violations = new ArrayList<Violation>();
            var type = read(key, tree, violations, new UnknownMembers());
            return violations.isEmpty() ? new Validated.Valid<>(type) : new Validated.Invalid<>(violations);
        });
    }

    private static EventType read(
            EventTypeKey key, JsonNode json, List<Violation> violations, @Nullable UnknownMembers unknown) {
        var name = key.name();
        if (name.isBlank() || name.length() > MOST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            violations.add(
                    new Violation("name", "must be 1 to " + MOST_NAME + " characters, without control characters"));
        }
        var root = JsonObjectReader.root(json, violations, unknown).ignoring("id", "name", "type", "systemData");
        var properties = root.object("properties").ignoring("provisioningState", "provisioningError");
        var type = new EventType(
                key,
                text(properties, "description", MOST_DESCRIPTION),
                text(properties, "version", MOST_VERSION),
                properties.flag("deprecated"),
                schema(properties),
                examples(properties));
        properties.refuseOthers();
        root.refuseOthers();
        return type;
    }

    private static @Nullable String text(JsonObjectReader properties, String name, int most) {
        var text = properties.text(name);
        if (text != null && text.length() > most) {
            properties.broken(name, "must have at most " + most + " characters");
        }
        return text;
    }

    private static @Nullable JsonNode schema(JsonObjectReader properties) {
        var schema = properties.node(SCHEMA);
        if (schema != null && !schema.isObject()) {
            properties.broken(SCHEMA, "must be an object");
            return null;
        }
        return sized(properties, SCHEMA, schema);
    }

    private static List<JsonNode> examples(JsonObjectReader properties) {
        var examples = sized(properties, EXAMPLES, properties.node(EXAMPLES));
        if (examples == null) {
            return List.of();
        }
        if (!examples.isArray() || examples.size() > MOST_EXAMPLES) {
            properties.broken(EXAMPLES, "must be an array of at most " + MOST_EXAMPLES + " values of data");
            return List.of();
        }
        return examples.valueStream().toList();
    }

    private static @Nullable JsonNode sized(JsonObjectReader properties, String name, @Nullable JsonNode value) {
        if (value == null) {
            return null;
        }
        if (isDeeper(value, MOST_DEPTH)) {
            properties.broken(name, "must nest at most " + MOST_DEPTH + " deep");
            return null;
        }
        if (bytes(value) > MOST_BYTES) {
            properties.broken(name, "must have at most " + MOST_BYTES + " bytes");
            return null;
        }
        return value;
    }

    private static boolean isDeeper(JsonNode value, int most) {
        return value.isContainerNode() && (most == 0 || value.valueStream().anyMatch(each -> isDeeper(each, most - 1)));
    }

    private static int bytes(JsonNode value) {
        return value.toString().getBytes(UTF_8).length;
    }

    private static void judge(JsonNode json, List<JsonNode> examples, List<Violation> violations) {
        switch (DataSchema.read("properties." + SCHEMA, json)) {
            case Validated.Invalid<DataSchema> invalid -> violations.addAll(invalid.violations());
            case Validated.Valid<DataSchema>(var schema) -> {
                for (int i = 0; i < examples.size(); i++) {
                    var mismatch = schema.mismatch(Values.rounded(examples.get(i)), Steps.of(bytes(examples.get(i))));
                    if (mismatch != null) {
                        violations.add(new Violation("properties." + EXAMPLES + "[" + i + "]", mismatch));
                    }
                }
            }
        }
    }

    /** Reads the schema of a record that has one. */
    static Validated<DataSchema> schema(byte[] record) {
        return ResourceJson.validated(
                record, tree -> DataSchema.read(SCHEMA, tree.path("properties").path(SCHEMA)));
    }

    public static ObjectNode write(EventType type) {
        var json = JsonNodeFactory.instance.objectNode();
        var properties = json.putObject("properties");
        putIfAny(properties, "description", type.description());
        putIfAny(properties, "version", type.version());
        putUnless(properties, "deprecated", type.deprecated(), false);
        putIfAny(properties, SCHEMA, type.schema());
        putIfAny(properties, EXAMPLES, type.examples());
        return json;
    }
}
