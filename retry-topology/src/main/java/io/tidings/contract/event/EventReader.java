package io.tidings.contract.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidings.contract.event.Reading.Invalid;
import io.tidings.contract.event.Reading.Valid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads events from the bytes of a request or record: the one parse of B-PUB.
 *
 * <p>Thread-safe and pure.
 */
public final class EventReader {
    private final EventGridRules eventGrid;

    public EventReader(TopicIds ids) {
        eventGrid = new EventGridRules(ids);
    }

    /** One event that stands alone: a structured CloudEvent, or one Event Grid object. */
    public Reading one(EventSchema schema, String topic, byte[] json) {
        try {
            return check(schema, topic, JsonMembers.ofObject(json), EventLimits.MAX_EVENT_BYTES);
        } catch (JsonProcessingException e) {
            return invalidJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    /** An array of events: what an Event Grid request or a batch of CloudEvents holds. One invalid event refuses all. */
    public Reading many(EventSchema schema, String topic, byte[] json) {
        try {
            var objects = JsonMembers.ofArray(json, EventLimits.MAX_EVENTS);
            if (objects.isEmpty()) {
                return new Invalid(RejectionReason.INVALID_JSON, "the array holds no event");
            }
            if (objects.size() > EventLimits.MAX_EVENTS) {
                return new Invalid(
                        RejectionReason.TOO_LARGE, "more than " + EventLimits.MAX_EVENTS + " events in one request");
            }
            var events = new ArrayList<Event>(objects.size());
            for (var object : objects) {
                switch (check(schema, topic, object, EventLimits.MAX_EVENT_BYTES)) {
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
     * A CloudEvent in binary mode; it becomes a structured one.
     *
     * @param attributes by name, without the prefix of the binding, decoded; {@code datacontenttype} is not among them
     * @param contentType of the data, if it was said
     * @param data empty for an event without data
     */
    public Reading binaryCloudEvent(Map<String, String> attributes, @Nullable String contentType, byte[] data) {
        if (data.length > EventLimits.MAX_EVENT_BYTES) {
            return tooLarge(data.length, EventLimits.MAX_EVENT_BYTES);
        }
        try {
            var structured = BinaryCloudEvent.structured(attributes, contentType, data);
            return check(EventSchema.CLOUD_EVENTS, "", structured, EventLimits.MAX_DELIVERED_BYTES);
        } catch (JsonProcessingException e) {
            return invalidJson(e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private Reading check(EventSchema schema, String topic, JsonMembers event, int maxBytes) {
        if (event.length() > maxBytes) {
            return tooLarge(event.length(), maxBytes);
        }
        return switch (schema) {
            case EVENT_GRID -> eventGrid.check(topic, event);
            case CLOUD_EVENTS -> CloudEventRules.check(event);
            case CUSTOM ->
                new Invalid(RejectionReason.WRONG_SCHEMA, "events of the custom schema are not taken in yet");
        };
    }

    private static Invalid tooLarge(int bytes, int maxBytes) {
        return new Invalid(RejectionReason.TOO_LARGE, "the event has " + bytes + " bytes, the limit is " + maxBytes);
    }

    private static Invalid invalidJson(JsonProcessingException e) {
        var location = e.getLocation();
        var where = location == null ? "" : " (at byte " + location.getByteOffset() + ")";
        return new Invalid(RejectionReason.INVALID_JSON, "invalid JSON: " + e.getOriginalMessage() + where);
    }
}
