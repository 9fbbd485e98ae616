package io.tidings.contract.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Topics as JSON: the content of a PUT and of a record of the topics table (B-SUB-1, reference §4). */
public final class TopicJson {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]{3,50}");
    private static final List<String> RESERVED = List.of("microsoft", "eventgrid", "system");

    private TopicJson() {}

    public static Validated<TopicResource> read(String name, byte[] json) {
        try {
            return read(name, JSON.readTree(json));
        } catch (JsonProcessingException e) {
            return new Validated.Invalid<>(List.of(ResourceJson.illegible(e)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    public static Validated<TopicResource> read(String name, JsonNode json) {
        var violations = new ArrayList<Violation>();
        checkName(name, violations);
        var root = JsonObjectReader.root(json, violations)
                .ignoring("id", "name", "type", "location", "tags", "sku", "kind", "systemData");
        var properties = root.object("properties")
                .ignoring(
                        "provisioningState",
                        "provisioningError",
                        "endpoint",
                        "metricResourceId",
                        "publicNetworkAccess");
        var schemaName = properties.text("inputSchema");
        var schema = EventSchema.EVENT_GRID;
        if (schemaName != null) {
            var named = EventSchema.ofInput(schemaName);
            if (named.isEmpty()) {
                properties.broken("inputSchema", "must be EventGridSchema, CloudEventSchemaV1_0 or CustomEventSchema");
            } else {
                schema = named.get();
            }
        }
        var mapping = InputMappingJson.read(properties, schema);
        properties.refuseOthers();
        root.refuseOthers();
        return violations.isEmpty()
                ? new Validated.Valid<>(new TopicResource(name, schema, mapping))
                : new Validated.Invalid<>(violations);
    }

    public static ObjectNode write(TopicResource topic) {
        var json = JsonNodeFactory.instance.objectNode();
        var properties = json.putObject("properties")
                .put("inputSchema", topic.inputSchema().inputName());
        if (topic.inputSchema() == EventSchema.CUSTOM) {
            InputMappingJson.write(topic.mapping(), properties);
        }
        return json;
    }

    private static void checkName(String name, List<Violation> violations) {
        if (!NAME.matcher(name).matches()) {
            violations.add(new Violation("name", "must be 3 to 50 letters, digits and -"));
        }
        for (var reserved : RESERVED) {
            if (name.toLowerCase(Locale.ROOT).startsWith(reserved)) {
                violations.add(new Violation("name", "must not start with " + reserved));
            }
        }
    }
}
