package io.tidings.testbed.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** The responses of an endpoint that accepts every handshake and every event. */
final class HandshakeResponses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HandshakeResponses() {}

    static ScriptedResponse.Status to(ReceivedRequest request) {
        if (request.method().equals("OPTIONS")) {
            return new ScriptedResponse.Status(200, Map.of("WebHook-Allowed-Origin", "*"), "");
        }
        if (request.header("aeg-event-type").contains("SubscriptionValidation")) {
            return agreement(
                    "validationResponse",
                    request.json().at("/0/data/validationCode").asText());
        }
        return isVerification(request)
                ? agreement("challenge", request.json().path("challenge").asText())
                : ScriptedResponse.status(200);
    }

    /** That of MCP. */
    private static boolean isVerification(ReceivedRequest request) {
        return request.header("webhook-id").stream().anyMatch(id -> id.startsWith("msg_verification_"));
    }

    private static ScriptedResponse.Status agreement(String member, String code) {
        var json = JSON.createObjectNode().put(member, code).toString();
        return new ScriptedResponse.Status(200, Map.of("Content-Type", "application/json"), json);
    }
}
