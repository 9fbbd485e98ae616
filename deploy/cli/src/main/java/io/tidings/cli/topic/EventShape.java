package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The form in which a topic takes events. Pure. */
enum EventShape {
    EVENT_GRID("application/json") {
        @Override
        JsonNode event(Draft draft) {
            var event = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", draft.id)
                    .put("subject", draft.subject)
                    .put("eventType", draft.type)
                    .put("eventTime", draft.time.toString())
                    .put("dataVersion", "1");
            if (draft.tenant != null) {
                event.put("topic", draft.tenant);
            }
            event.set("data", draft.data);
            return event;
        }
    },
    CLOUD_EVENTS("application/cloudevents-batch+json") {
        @Override
        JsonNode event(Draft draft) {
            var event = JsonNodeFactory.instance
                    .objectNode()
                    .put("specversion", "1.0")
                    .put("id", draft.id)
                    .put("source", draft.tenant == null ? draft.source : draft.tenant)
                    .put("type", draft.type)
                    .put("subject", draft.subject)
                    .put("time", draft.time.toString());
            event.set("data", draft.data);
            return event;
        }
    },
    /** The data is the event: only the topic's mapping knows where its id is. */
    CUSTOM("application/json") {
        @Override
        JsonNode event(Draft draft) {
            return draft.data;
        }
    };

    /**
     * An event that is to be published.
     *
     * @param tenant the topic in its domain, which events name; null for any other topic
     */
    record Draft(
            String type,
            String subject,
            String source,
            @Nullable String tenant,
            JsonNode data,
            String id,
            Instant time) {}

    private final String contentType;

    EventShape(String contentType) {
        this.contentType = contentType;
    }

    /** The shape that a topic takes; null for a schema of a later release. */
    static @Nullable EventShape of(String inputSchema) {
        return switch (inputSchema) {
            case "EventGridSchema" -> EVENT_GRID;
            case "CloudEventSchemaV1_0" -> CLOUD_EVENTS;
            case "CustomEventSchema" -> CUSTOM;
            default -> null;
        };
    }

    String contentType() {
        return contentType;
    }

    abstract JsonNode event(Draft draft);
}
