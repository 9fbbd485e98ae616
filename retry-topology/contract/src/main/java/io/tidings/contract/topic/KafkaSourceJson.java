package io.tidings.contract.topic;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.WireName;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.topic.SourceMapping.Field;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.source} of a topic as JSON. */
public final class KafkaSourceJson {
    static final String NAME = "source";
    private static final String MAPPING = "mapping";
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final int MOST_CHARACTERS = 512;

    private KafkaSourceJson() {}

    /**
     * @param tidings the extensions of a topic
     * @return null if there is no source, or an invalid one, whose rules are then reported
     */
    public static @Nullable KafkaSource read(JsonObjectReader tidings) {
        var source = tidings.object(NAME);
        if (!source.present()) {
            return null;
        }
        var kafkaTopic = kafkaTopic(source);
        var format = format(source);
        var start = source.oneOf("start", SourceStart.LATEST);
        var mapping = mapping(source, format);
        source.refuseOthers();
        return format.isPresent() ? new KafkaSource(kafkaTopic, format.get(), start, mapping) : null;
    }

    private static String kafkaTopic(JsonObjectReader source) {
        var kafkaTopic = source.requiredText("kafkaTopic");
        if (kafkaTopic.isBlank()) {
            return kafkaTopic;
        }
        if (!LEGAL.matcher(kafkaTopic).matches() || kafkaTopic.equals(".") || kafkaTopic.equals("..")) {
            source.broken("kafkaTopic", "must be the name of a Kafka topic: 1 to 249 letters, digits, ., _ and -");
        } else if (kafkaTopic.startsWith("__")) {
            source.broken("kafkaTopic", "must not begin with __, because Kafka keeps its own records there");
        }
        return kafkaTopic;
    }

    private static Optional<SourceFormat> format(JsonObjectReader source) {
        var name = source.requiredText("format");
        var format = WireName.of(SourceFormat.class, name);
        if (format.isEmpty() && !name.isBlank()) {
            source.broken("format", WireName.rule(SourceFormat.class));
        }
        return format;
    }

    private static SourceMapping mapping(JsonObjectReader source, Optional<SourceFormat> format) {
        var mapping = source.object(MAPPING);
        if (!mapping.present()) {
            return SourceMapping.NONE;
        }
        if (format.isPresent() && !format.get().mapped()) {
            source.broken(MAPPING, "is for the formats json and avro only, because the value is already an event");
            return SourceMapping.NONE;
        }
        var fields = new SourceMapping(
                named(mapping, "id"),
                named(mapping, "eventTime"),
                withDefault(mapping, "eventType"),
                withDefault(mapping, "subject"),
                withDefault(mapping, "dataVersion"),
                named(mapping, "data"));
        mapping.refuseOthers();
        return fields;
    }

    private static Field named(JsonObjectReader mapping, String name) {
        var field = mapping.object(name);
        if (field.has("defaultValue")) {
            field.broken("defaultValue", "can be given for eventType, subject and dataVersion only");
        }
        var source = field(field);
        field.refuseOthers();
        return new Field(source, null);
    }

    private static Field withDefault(JsonObjectReader mapping, String name) {
        var field = mapping.object(name);
        var source = field(field);
        var value = field.text("defaultValue");
        field.refuseOthers();
        return new Field(source, value);
    }

    private static @Nullable SourceField field(JsonObjectReader field) {
        return field.parsed(
                "sourceField",
                text -> text.length() > MOST_CHARACTERS ? Optional.empty() : SourceField.of(text),
                "must be the path of a member, such as data.customer.id, or one of kafka.key, kafka.timestamp,"
                        + " kafka.topic, kafka.partition, kafka.offset and kafka.headers.<name>");
    }

    /** Writes what was read: a GET shows the default start, too. */
    public static void write(KafkaSource source, ObjectNode tidings) {
        var json = tidings.putObject(NAME)
                .put("kafkaTopic", source.kafkaTopic())
                .put("format", source.format().wireName())
                .put("start", source.start().wireName());
        if (source.mapping().equals(SourceMapping.NONE)) {
            return;
        }
        var mapping = json.putObject(MAPPING);
        write(source.mapping().id(), "id", mapping);
        write(source.mapping().eventTime(), "eventTime", mapping);
        write(source.mapping().eventType(), "eventType", mapping);
        write(source.mapping().subject(), "subject", mapping);
        write(source.mapping().dataVersion(), "dataVersion", mapping);
        write(source.mapping().data(), "data", mapping);
    }

    private static void write(Field field, String name, ObjectNode mapping) {
        if (!field.mapped()) {
            return;
        }
        var json = mapping.putObject(name);
        if (field.source() != null) {
            json.put("sourceField", field.source().text());
        }
        putIfAny(json, "defaultValue", field.defaultValue());
    }
}
