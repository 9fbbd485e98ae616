package io.tidings.contract.topic;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Envelope;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventKey;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.EventTimes;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.json.JsonObjectWriter;
import io.tidings.contract.json.JsonText;
import io.tidings.contract.json.JsonValueView;
import io.tidings.contract.json.KeyValue;
import io.tidings.contract.topic.SourceMapping.Field;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The Event Grid event that a mapping makes of one record.
 *
 * @param json the record's value
 */
record MappedEvent(SourceMapping mapping, EventSource at, RecordFields fields, JsonValueView json) {
    private static final int ENVELOPE_BYTES = 512;

    /** The subject of an event without a mapping for it. */
    private static final Field KEY = new Field(SourceField.Coordinate.KEY, "");

    Event of(String topicId) throws UnreadableValue, JsonParseException {
        var id = mapping.id().mapped() ? limited("id", mapping.id(), filled("id", mapping.id())) : at.toString();
        var type = mapping.eventType().mapped()
                ? limited("eventType", mapping.eventType(), filled("eventType", mapping.eventType()))
                : at.kafkaTopic();
        var time = mapping.eventTime().source() == null ? fields.timestamp().toString() : time(mapping.eventTime());
        var about = mapping.subject().mapped() ? mapping.subject() : KEY;
        var subject = limited("subject", about, text("subject", about));
        var dataVersion = mapping.dataVersion().mapped() ? text("dataVersion", mapping.dataVersion()) : "";
        var data = data();
        var event = new JsonObjectWriter(data.json().length + ENVELOPE_BYTES);
        event.text("id", id);
        event.text("topic", topicId);
        event.text("subject", subject);
        event.text("eventType", type);
        event.text("eventTime", time);
        event.text("dataVersion", dataVersion);
        event.text("metadataVersion", "1");
        event.value("data", data.type(), data.json());
        var object = event.object();
        var envelope = new Envelope(id, topicId, type, subject, time, dataVersion);
        return new Event(EventSchema.EVENT_GRID, envelope, object, object.json());
    }

    private static String limited(String name, Field field, String value) throws UnreadableValue {
        var problem = EventLimits.tooLong(value, EventLimits.MAX_ATTRIBUTE_LENGTH);
        if (problem != null) {
            throw unfit(name, field, problem);
        }
        return value;
    }

    /** A value of the event and its JSON. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Data(JsonToken type, byte[] json) {}

    /** The bytes of a member stay as they are. */
    private Data data() throws UnreadableValue {
        return switch (mapping.data().source()) {
            case null -> new Data(json.type(), json.json());
            case SourceField.Member(var path, var text) -> {
                var member = member(path);
                if (member == null) {
                    throw unfit("data", text, "is missing");
                }
                yield new Data(member.type(), member.json());
            }
            case SourceField beside -> new Data(JsonToken.VALUE_STRING, JsonText.quoted(text("data", mapping.data())));
        };
    }

    /** A number is the milliseconds since 1970, as in many records that are no events. */
    private String time(Field field) throws UnreadableValue {
        var text = filled("eventTime", field);
        var milliseconds = number(field);
        if (milliseconds != null) {
            try {
                return Instant.ofEpochMilli(milliseconds.longValueExact()).toString();
            } catch (ArithmeticException e) {
                throw unfit("eventTime", field, "is " + text + ", no number of milliseconds since 1970");
            }
        }
        if (!EventTimes.valid(text)) {
            throw unfit("eventTime", field, "is \"" + text + "\", " + EventTimes.EXPECTED);
        }
        return text;
    }

    /** Returns null if the value is no number. */
    private @Nullable BigDecimal number(Field field) {
        var member = field.source() instanceof SourceField.Member(var path, var _) ? member(path) : null;
        return member != null && member.value() instanceof KeyValue.Decimal(var number) ? number : null;
    }

    /** Returns a value that must not be empty, because consumers could do nothing with it. */
    private String filled(String name, Field field) throws UnreadableValue {
        var text = text(name, field);
        if (text.isBlank()) {
            throw unfit(name, field, "must not be empty");
        }
        return text;
    }

    private String text(String name, Field field) throws UnreadableValue {
        var found = field.source() == null ? null : found(name, field.source());
        if (found != null) {
            return found;
        }
        if (field.defaultValue() == null) {
            throw unfit(name, field, "is missing, and the mapping of the source has no default for it");
        }
        return field.defaultValue();
    }

    /** Returns the text of a number or boolean, too; null for a value that is missing or null. */
    private @Nullable String found(String name, SourceField field) throws UnreadableValue {
        if (!(field instanceof SourceField.Member(var path, var text))) {
            return fields.text(field.text());
        }
        var member = member(path);
        if (member == null || member.type() == JsonToken.VALUE_NULL) {
            return null;
        }
        var scalar = member.scalar();
        if (scalar == null) {
            throw unfit(name, text, "must be a string, number or boolean");
        }
        return scalar;
    }

    private @Nullable JsonValueView member(EventKey path) {
        var value = json;
        for (var name : path.names()) {
            value = value == null ? null : value.member(name);
        }
        return value;
    }

    private static UnreadableValue unfit(String name, Field field, String rule) {
        return field.source() == null
                ? new UnreadableValue(name + " " + rule)
                : unfit(name, field.source().text(), rule);
    }

    private static UnreadableValue unfit(String name, String field, String rule) {
        return new UnreadableValue(field + " (" + name + ") " + rule);
    }
}
