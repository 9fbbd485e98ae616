package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type of the events of a topic, as its owner declares it (B-TYPE-1).
 *
 * @param description null if there is none
 * @param version in words of its owner; null if there is none
 * @param schema of the data; null if any data is allowed
 * @param examples of the data
 */
public record EventType(
        EventTypeKey key,
        @Nullable String description,
        @Nullable String version,
        boolean deprecated,
        @Nullable JsonNode schema,
        List<JsonNode> examples) {
    public EventType {
        examples = List.copyOf(examples);
    }
}
