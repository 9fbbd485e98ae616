package io.tidings.testbed.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The id of the event in a request, of the first one in a batch. */
final class RequestEventId {
    private static final JsonMapper JSON = new JsonMapper();

    private RequestEventId() {}

    /** The member {@code id}, else the header {@code ce-id}, else empty. */
    static String of(ReceivedRequest request) {
        var body = json(request.text());
        var event = body.isArray() ? body.path(0) : body;
        var id = event.path("id").asText();
        return id.isEmpty() ? String.join(",", request.header("ce-id")) : id;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException _) { // the data of an event in binary mode may be anything
            return JSON.missingNode();
        }
    }
}
