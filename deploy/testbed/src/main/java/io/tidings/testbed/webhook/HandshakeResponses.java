package io.tidings.testbed.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The responses of an endpoint that accepts every handshake and every event. */
final class HandshakeResponses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HandshakeResponses() {}

    static ScriptedResponse.Status to(ReceivedRequest request) {
        if (request.method().equals("OPTIONS")) {
            return new ScriptedResponse.Status(200, Map.of("WebHook-Allowed-Origin", "*"), "");
        }
        if (!request.header("aeg-event-type").contains("SubscriptionValidation")) {
            return ScriptedResponse.status(200);
        }
        return new ScriptedResponse.Status(
                200, Map.of("Content-Type", "application/json"), "{\"validationResponse\":\"" + code(request) + "\"}");
    }

    private static String code(ReceivedRequest request) {
        try {
            return JSON.readTree(request.body()).at("/0/data/validationCode").asText();
        } catch (IOException e) {
            throw new UncheckedIOException("no validation event", e);
        }
    }
}
