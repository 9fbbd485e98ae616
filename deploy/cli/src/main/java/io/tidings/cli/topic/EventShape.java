package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The form in which a topic takes events. Pure. */
enum EventShape {
    EVENT_GRID("application/json") {
        @Override
        JsonNode event(
                String type,
                String subject,
                String source,
                @Nullable String tenant,
                JsonNode data,
                String id,
                Instant time) {
            var event = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", id)
                    .put("subject", subject)
                    .put("eventType", type)
                    .put("eventTime", time.toString())
                    .put("dataVersion", "1");
            if (tenant != null) {
                event.put("topic", tenant);
            }
            event.set("data", data);
            return event;
        }
    },
    CLOUD_EVENTS("application/cloudevents-batch+json") {
        @Override
        JsonNode event(
                String type,
                String subject,
                String source,
                @Nullable String tenant,
                JsonNode data,
                String id,
                Instant time) {
            var event = JsonNodeFactory.instance
                    .objectNode()
                    .put("specversion", "1.0")
                    .put("id", id)
                    .put("source", tenant == null ? source : tenant)
                    .put("type", type)
                    .put("subject", subject)
                    .put("time", time.toString());
            event.set("data", data);
            return event;
        }
    },
    /** The data is the event: only the topic's mapping knows where its id is. */
    CUSTOM("application/json") {
        @Override
        JsonNode event(
                String type,
                String subject,
                String source,
                @Nullable String tenant,
                JsonNode data,
                String id,
                Instant time) {
            return data;
        }
    };

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

    /** @param tenant the topic in its domain, which events name; null for any other topic */
    abstract JsonNode event(
            String type,
            String subject,
            String source,
            @Nullable String tenant,
            JsonNode data,
            String id,
            Instant time);
}
