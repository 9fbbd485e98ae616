package io.tidings.contract.topic;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.InputMapping;
import io.tidings.contract.event.InputMapping.Field;
import io.tidings.contract.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/** {@code inputSchemaMapping} of a topic as JSON (reference §3). */
final class InputMappingJson {
    private static final String NAME = "inputSchemaMapping";
    private static final String TYPE = "inputSchemaMappingType";
    private static final String ONLY_TYPE = "Json";

    private InputMappingJson() {}

    static InputMapping read(JsonObjectReader properties, EventSchema schema) {
        if (schema != EventSchema.CUSTOM) {
            if (properties.has(NAME)) {
                properties.broken(NAME, "is for inputSchema CustomEventSchema only");
            }
            return InputMapping.NONE;
        }
        if (!properties.has(NAME)) {
            properties.broken(NAME, "is required by inputSchema CustomEventSchema");
            return InputMapping.NONE;
        }
        var mapping = properties.object(NAME);
        var type = mapping.text(TYPE);
        if (mapping.present() && (type == null || !type.equalsIgnoreCase(ONLY_TYPE))) {
            mapping.broken(TYPE, "must be " + ONLY_TYPE);
        }
        var fields = mapping.object("properties");
        mapping.refuseOthers();
        return mapping.present() ? fields(fields) : InputMapping.NONE;
    }

    private static InputMapping fields(JsonObjectReader fields) {
        var mapping = new InputMapping(
                named(fields, "id"),
                named(fields, "topic"),
                named(fields, "eventTime"),
                withDefault(fields, "eventType"),
                withDefault(fields, "subject"),
                withDefault(fields, "dataVersion"));
        if (!mapping.eventType().mapped()) {
            fields.broken("eventType", "needs a sourceField or a defaultValue, because every event has a type");
        }
        fields.refuseOthers();
        return mapping;
    }

    private static Field named(JsonObjectReader fields, String name) {
        var field = fields.object(name);
        if (field.has("defaultValue")) {
            field.broken("defaultValue", "can be given for eventType, subject and dataVersion only");
        }
        var source = source(field);
        field.refuseOthers();
        return new Field(source, null);
    }

    private static Field withDefault(JsonObjectReader fields, String name) {
        var field = fields.object(name);
        var source = source(field);
        var value = field.text("defaultValue");
        field.refuseOthers();
        return new Field(source, value);
    }

    private static @Nullable String source(JsonObjectReader field) {
        var source = field.text("sourceField");
        if (source != null && source.isEmpty()) {
            field.broken("sourceField", "must be the name of a member, or be left out");
        }
        return source;
    }

    static void write(InputMapping mapping, ObjectNode properties) {
        var json = properties.putObject(NAME).put(TYPE, ONLY_TYPE);
        var fields = json.putObject("properties");
        write(mapping.id(), "id", fields);
        write(mapping.topic(), "topic", fields);
        write(mapping.eventTime(), "eventTime", fields);
        write(mapping.eventType(), "eventType", fields);
        write(mapping.subject(), "subject", fields);
        write(mapping.dataVersion(), "dataVersion", fields);
    }

    private static void write(Field field, String name, ObjectNode fields) {
        if (!field.mapped()) {
            return;
        }
        var json = fields.putObject(name);
        putIfAny(json, "sourceField", field.sourceField());
        putIfAny(json, "defaultValue", field.defaultValue());
    }
}
