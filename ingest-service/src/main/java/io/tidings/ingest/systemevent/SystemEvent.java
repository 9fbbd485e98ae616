package io.tidings.ingest.systemevent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A CloudEvent about a subscription or a storage.
 *
 * @param id the same whenever the same change is published again
 * @param source the id of the topic
 * @param data the members of the data, in their order
 */
public record SystemEvent(
        SystemEventType type, String id, String source, String subject, Instant time, Map<String, String> data) {
    public SystemEvent {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /**
     * @param about identifies the subscription, or the storage, for ever
     * @param moment distinguishes this change from others of the same type
     */
    static String idOf(SystemEventType type, String about, Instant moment) {
        var text = type.wireName() + "\n" + about + "\n" + moment;
        return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
    }

    /** Returns the event in the JSON format of CloudEvents. */
    public byte[] json() {
        return object().toString().getBytes(UTF_8);
    }

    private ObjectNode object() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("specversion", "1.0")
                .put("id", id)
                .put("source", source)
                .put("type", type.wireName())
                .put("subject", subject)
                .put("time", time.toString())
                .put("datacontenttype", "application/json");
        var members = json.putObject("data");
        data.forEach(members::put);
        return json;
    }
}
