package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.topic.TopicResource;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One event as JSON, with the values of the topic's mask hidden. Each content is {@code json}, {@code text} or
 * {@code base64}, with {@code cut} if only its beginning is shown. Pure.
 */
final class PayloadView {
    /** The most characters of data that are shown. */
    static final int MOST_DATA = 64 * 1024;

    private static final int MOST_OF_HEADER = 1024;
    private static final int MOST_HEADERS = 100;
    private static final String HIDDEN = "hidden";

    /** The members that are shown as others of the event. */
    private static final Set<String> ENVELOPE = Set.of(
            "id",
            "topic",
            "source",
            "type",
            "eventType",
            "subject",
            "time",
            "eventTime",
            "data",
            "data_base64",
            "dataVersion",
            "metadataVersion",
            "specversion");

    private PayloadView() {}

    /** @param record of the events topics, or of a source */
    static ObjectNode of(TopicResource topic, RetainedRecord record, Result content) {
        var json = begun(topic, record.position(), "log")
                .put("appended", record.appended().toString());
        var value = record.value();
        json.put("bytes", value == null ? 0 : value.length);
        write(json, topic, value, content);
        var key = record.key();
        if (key != null) {
            boolean hidden = topic.keyPaths().stream().anyMatch(topic.mask()::hides);
            json.set(
                    "key",
                    hidden ? hidden("the key is a value that the mask of the topic hides") : of(key, MOST_OF_HEADER));
        }
        var headers = json.putArray("headers");
        for (var header : record.headers()) {
            if (headers.size() == MOST_HEADERS) {
                json.put("moreHeaders", true);
                break;
            }
            var each = headers.addObject().put("name", cut(header.key(), MOST_OF_HEADER));
            if (header.value() != null) {
                each.setAll(of(header.value(), MOST_OF_HEADER));
            }
        }
        return json;
    }

    /** Shows nothing of the record but its event: key and headers are those of the delivery. */
    static ObjectNode ofDeadLetter(TopicResource topic, EventSource source, RetainedRecord record, Result content) {
        var json = begun(topic, source, "deadLetter");
        putIfAny(json, "appended", HeaderText.of(record.headers(), HeaderNames.PUBLISHED));
        write(json, topic, record.value(), content);
        return json;
    }

    private static ObjectNode begun(TopicResource topic, EventSource source, String foundIn) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("topic", topic.name())
                .put("source", source.toString())
                .put("foundIn", foundIn);
    }

    private static void write(ObjectNode json, TopicResource topic, byte @Nullable [] value, Result content) {
        switch (content) {
            case Result.Decoded(var _, var event) -> write(json, topic, event);
            case Result.Rejected(var reason, var sentence) -> {
                json.putObject("invalid").put("reason", reason.wireName()).put("error", sentence);
                if (value != null) {
                    json.set("data", unread(topic, value));
                }
            }
        }
    }

    private static void write(ObjectNode json, TopicResource topic, Event event) {
        var shown = json.putObject("event")
                .put("schema", event.schema().inputName())
                .put("id", cut(event.id(), MOST_OF_HEADER))
                .put("type", cut(event.type(), MOST_OF_HEADER))
                .put("source", cut(event.source(), MOST_OF_HEADER));
        putUnless(shown, "subject", cut(event.subject(), MOST_OF_HEADER), "");
        var found = masked(topic, event);
        if (found.isEmpty()) {
            json.set("data", unread(topic, event.json()));
            return;
        }
        var tree = found.get();
        boolean custom = event.schema() == EventSchema.CUSTOM;
        var time =
                event.schema() == EventSchema.CLOUD_EVENTS ? tree.path("time").asText() : event.time();
        putUnless(shown, "time", cut(time, MOST_OF_HEADER), "");
        if (custom) {
            json.set("data", of(tree));
            return;
        }
        var base64 = tree.get("data_base64");
        if (base64 != null) {
            json.set("data", text("base64", base64.asText(), MOST_DATA));
        } else if (tree.has("data")) {
            json.set("data", of(tree.path("data")));
        }
        var others = tree.remove(ENVELOPE);
        if (!others.isEmpty()) {
            json.set("others", of(others));
        }
    }

    /** Returns the event without the values that nobody is shown; empty if a number in it has too many digits. */
    static Optional<ObjectNode> masked(TopicResource topic, Event event) {
        if (!(ResourceJson.orMissing(event.json()) instanceof ObjectNode tree)) {
            return Optional.empty();
        }
        boolean inData = topic.inputSchema() == EventSchema.CUSTOM && event.schema() != EventSchema.CUSTOM;
        if ((inData ? tree.path("data") : tree) instanceof ObjectNode object) {
            topic.mask().hide(object);
        }
        return Optional.of(tree);
    }

    private static ObjectNode unread(TopicResource topic, byte[] value) {
        return topic.mask().isEmpty()
                ? of(value, MOST_DATA)
                : hidden("it cannot be read as an event, so the mask of the topic hides all of it");
    }

    private static ObjectNode hidden(String why) {
        return JsonNodeFactory.instance.objectNode().put(HIDDEN, why);
    }

    private static ObjectNode of(JsonNode value) {
        var text = value.toString();
        if (text.length() > MOST_DATA) {
            return text("text", text, MOST_DATA);
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.putRawValue("json", new RawValue(text)); // a writer has a limit of depth
        return json;
    }

    private static ObjectNode of(byte[] bytes, int most) {
        var shown = bytes.length > most ? Arrays.copyOf(bytes, most) : bytes;
        var json = text(shown, bytes.length <= most)
                .map(text -> JsonNodeFactory.instance.objectNode().put("text", text))
                .orElseGet(() -> JsonNodeFactory.instance
                        .objectNode()
                        .put("base64", Base64.getEncoder().encodeToString(shown)));
        putUnless(json, "cut", bytes.length > most, false);
        return json;
    }

    /**
     * Returns empty for bytes that are no text.
     *
     * @param whole whether the last character must be complete
     */
    private static Optional<String> text(byte[] bytes, boolean whole) {
        var characters = CharBuffer.allocate(bytes.length);
        boolean decoded = !UTF_8.newDecoder()
                .decode(ByteBuffer.wrap(bytes), characters, whole)
                .isError();
        var text = characters.flip().toString();
        return decoded && text.chars().noneMatch(each -> Character.isISOControl(each) && !Character.isWhitespace(each))
                ? Optional.of(text)
                : Optional.empty();
    }

    private static ObjectNode text(String name, String text, int most) {
        var json = JsonNodeFactory.instance.objectNode().put(name, cut(text, most));
        putUnless(json, "cut", text.length() > most, false);
        return json;
    }

    /** Does not cut a character of two halves. */
    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
