package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of an Event Grid event and the members stamped on it (reference §1.1, B-PUB-6). */
record EventGridRules(TopicIds ids, int longest) {
    private static final List<String> REQUIRED = List.of("id", "subject", "eventType", "eventTime");
    private static final byte[] EMPTY = "\"\"".getBytes(UTF_8);

    /** The Azure SDK for Java refuses events without data. */
    private static final byte[] NO_DATA = "{}".getBytes(UTF_8);

    private static final byte[] ONE = "\"1\"".getBytes(UTF_8);

    ParseResult check(String topic, JsonObjectView event) {
        if (event.has("specversion") && !event.has("eventType")) {
            return new Invalid(
                    RejectionReason.WRONG_SCHEMA,
                    "a CloudEvent on topic " + topic + ", which takes " + EventSchema.EVENT_GRID.inputName());
        }
        for (var name : REQUIRED) {
            var text = event.text(name);
            if (text == null || text.isBlank()) {
                return invalid(name + " is missing; it must be a string that is not empty");
            }
            var problem = EventLimits.tooLong(text, longest);
            if (problem != null) {
                return invalid(name + " " + problem);
            }
        }
        var time = required(event, "eventTime");
        if (!EventTimes.valid(time)) {
            return invalid("eventTime \"" + time + "\" is " + EventTimes.EXPECTED);
        }
        var topicId = ids.idOf(topic);
        var stamps = new LinkedHashMap<String, byte[]>(4);
        var problem = stampTopic(event, topic, topicId, stamps);
        if (problem == null) {
            problem = stampVersions(event, stamps);
        }
        if (!event.has("data")) {
            stamps.put("data", NO_DATA);
        }
        if (problem != null) {
            return problem;
        }
        var json = stamps.isEmpty() ? event.json() : event.with(stamps);
        var dataVersion = event.text("dataVersion");
        var envelope = new Envelope(
                required(event, "id"),
                topicId,
                required(event, "eventType"),
                required(event, "subject"),
                time,
                dataVersion == null ? "" : dataVersion);
        return new Valid(List.of(new Event(EventSchema.EVENT_GRID, envelope, event, json)));
    }

    private @Nullable Invalid stampTopic(
            JsonObjectView event, String topic, String topicId, Map<String, byte[]> stamps) {
        var member = event.get("topic");
        if (member != null && topicId.equals(member.text())) {
            return null;
        }
        if (member == null || member.isNull() || isNamed(topic, member.text())) {
            stamps.put("topic", JsonText.quoted(topicId));
            return null;
        }
        return new Invalid(
                RejectionReason.WRONG_TOPIC, "topic must be absent, \"" + topic + "\" or \"" + topicId + "\"");
    }

    private boolean isNamed(String topic, @Nullable String text) {
        return text != null && ids.isNamed(topic, text);
    }

    private static @Nullable Invalid stampVersions(JsonObjectView event, Map<String, byte[]> stamps) {
        var dataVersion = event.get("dataVersion");
        if (dataVersion == null || dataVersion.isNull()) {
            stamps.put("dataVersion", EMPTY);
        } else if (dataVersion.text() == null) {
            return invalid("dataVersion must be a string");
        }
        var metadataVersion = event.get("metadataVersion");
        if (metadataVersion == null || metadataVersion.isNull()) {
            stamps.put("metadataVersion", ONE);
        } else if (!"1".equals(metadataVersion.text())) {
            return invalid("metadataVersion must be \"1\" or absent");
        }
        return null;
    }

    private static String required(JsonObjectView event, String name) {
        var text = event.text(name);
        if (text == null) {
            throw new IllegalStateException(name + " was checked to be there");
        }
        return text;
    }

    private static Invalid invalid(String sentence) {
        return new Invalid(RejectionReason.INVALID_EVENT, sentence);
    }
}
