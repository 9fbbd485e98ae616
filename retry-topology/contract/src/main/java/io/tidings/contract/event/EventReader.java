package io.tidings.contract.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.eventtype.Steps;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.UnwantedJsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses events from the bytes of a request or record (B-PUB). Thread-safe and pure. */
public final class EventReader {
    private final EventGridRules eventGrid;
    private final CloudEventRules cloudEvents;
    private final CustomRules custom;
    private final DomainRules domains;

    public EventReader(TopicIds ids) {
        this(ids, EventLimits.MAX_ATTRIBUTE_LENGTH);
    }

    /** @param longest of the attributes that are limited */
    private EventReader(TopicIds ids, int longest) {
        eventGrid = new EventGridRules(ids, longest);
        cloudEvents = new CloudEventRules(longest);
        custom = new CustomRules(ids, longest);
        domains = new DomainRules(ids);
    }

    /** Reads events that were accepted before, by releases that did not limit the length of attributes, too. */
    public static EventReader ofAccepted(TopicIds ids) {
        return new EventReader(ids, Integer.MAX_VALUE);
    }

    public ParseResult one(EventSchema schema, String topic, byte[] json) {
        return one(Input.of(topic, schema), json);
    }

    /** @param json a structured CloudEvent, or one Event Grid or custom object */
    public ParseResult one(Input input, byte[] json) {
        return one(input, json, RecordOrigin.NOT_YET);
    }

    ParseResult one(Input input, byte[] json, RecordOrigin origin) {
        if (begins(json) == '[') {
            return new Invalid(RejectionReason.INVALID_JSON, "this is an array, but one object is expected");
        }
        try {
            return check(
                    input, JsonObjectView.ofObject(json), origin, EventLimits.MAX_EVENT_BYTES, Steps.of(json.length));
        } catch (JsonProcessingException e) {
            return invalidJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    /** Reads an array of events, or a single event. */
    public ParseResult oneOrMany(Input input, byte[] json) {
        return begins(json) == '{' ? one(input, json) : many(input, json);
    }

    /** Returns the first byte that is not white space; 0 if there is none. */
    private static byte begins(byte[] json) {
        for (byte each : json) {
            if (each != ' ' && each != '\t' && each != '\r' && each != '\n') {
                return each;
            }
        }
        return 0;
    }

    public ParseResult many(EventSchema schema, String topic, byte[] json) {
        return many(Input.of(topic, schema), json);
    }

    /** Reads the array of an Event Grid request or of a batch of CloudEvents. One invalid event refuses all. */
    public ParseResult many(Input input, byte[] json) {
        if (begins(json) == '{') {
            return new Invalid(
                    RejectionReason.INVALID_JSON, "this is one object, but an array is expected; put it in [ ]");
        }
        try {
            var objects = JsonObjectView.ofArray(json, EventLimits.MAX_EVENTS);
            if (objects.isEmpty()) {
                return new Invalid(RejectionReason.INVALID_JSON, "the array holds no event");
            }
            if (objects.size() > EventLimits.MAX_EVENTS) {
                return new Invalid(
                        RejectionReason.TOO_LARGE, "more than " + EventLimits.MAX_EVENTS + " events in one request");
            }
            var events = new ArrayList<Event>(objects.size());
            var steps = Steps.of(json.length);
            for (var object : objects) {
                switch (check(input, object, RecordOrigin.NOT_YET, EventLimits.MAX_EVENT_BYTES, steps)) {
                    case Valid valid -> events.add(valid.only());
                    case Invalid(RejectionReason reason, String sentence) -> {
                        return new Invalid(reason, "[" + events.size() + "]: " + sentence);
                    }
                }
            }
            return new Valid(events);
        } catch (JsonProcessingException e) {
            return invalidJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    /**
     * Turns a CloudEvent in binary mode into a structured one.
     *
     * @param input of a topic that takes CloudEvents
     * @param attributes by name, decoded, without the prefix of the binding and without {@code datacontenttype}
     * @param contentType of the data; null if it is not stated
     * @param data empty for an event without data
     */
    public ParseResult binaryCloudEvent(
            Input input, Map<String, String> attributes, @Nullable String contentType, byte[] data) {
        if (data.length > EventLimits.MAX_EVENT_BYTES) {
            return tooLarge(data.length, EventLimits.MAX_EVENT_BYTES);
        }
        for (var attribute : attributes.entrySet()) {
            if (!isText(attribute.getValue())) {
                return noText(attribute.getKey());
            }
        }
        if (contentType != null && !isText(contentType)) {
            return noText("datacontenttype");
        }
        try {
            var structured = BinaryCloudEvent.structured(attributes, contentType, data);
            return check(
                    input, structured, RecordOrigin.NOT_YET, EventLimits.MAX_DELIVERED_BYTES, Steps.of(data.length));
        } catch (JsonProcessingException e) {
            return invalidJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    /** CloudEvents allow no control characters, such as those in a binary number. */
    private static boolean isText(String value) {
        return value.chars().noneMatch(Character::isISOControl);
    }

    private ParseResult check(Input input, JsonObjectView event, RecordOrigin origin, int maxBytes, Steps steps) {
        if (event.length() > maxBytes) {
            return tooLarge(event.length(), maxBytes);
        }
        if (input.domain()) {
            return switch (domains.topicOf(input, event)) {
                case DomainRules.Named(var topic) -> checked(input.in(topic), event, origin, steps);
                case DomainRules.Unnamed(var sentence) -> new Invalid(RejectionReason.NO_TOPIC, sentence);
            };
        }
        return checked(input, event, origin, steps);
    }

    private ParseResult checked(Input input, JsonObjectView event, RecordOrigin origin, Steps steps) {
        var checked = switch (input.schema()) {
            case EVENT_GRID -> eventGrid.check(input.topic(), event);
            case CLOUD_EVENTS -> cloudEvents.check(event);
            case CUSTOM -> custom.check(input, event, origin);
        };
        return checked instanceof Valid valid ? input.rules().applied(valid.only(), steps) : checked;
    }

    private static Invalid noText(String attribute) {
        return new Invalid(
                RejectionReason.INVALID_EVENT,
                "attribute " + attribute + " holds control characters, so it is no text; write it as text");
    }

    private static Invalid tooLarge(int bytes, int maxBytes) {
        return new Invalid(RejectionReason.TOO_LARGE, "the event has " + bytes + " bytes, the limit is " + maxBytes);
    }

    private static Invalid invalidJson(JsonProcessingException e) {
        return new Invalid(RejectionReason.INVALID_JSON, UnwantedJsonException.sentence(e));
    }
}
