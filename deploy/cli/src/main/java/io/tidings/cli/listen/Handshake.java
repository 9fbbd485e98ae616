package io.tidings.cli.listen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;

/** The consent of an endpoint to get events, in both schemas. Pure. */
final class Handshake {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Handshake() {}

    /** The response to a request that asks for consent; empty for a delivery. */
    static Optional<WebhookResponse> response(IncomingRequest request) {
        if (request.method().equals("OPTIONS")) {
            var origin = request.header("webhook-request-origin").orElse("*");
            return Optional.of(new WebhookResponse(
                    200, Map.of("WebHook-Allowed-Origin", origin, "WebHook-Allowed-Rate", "*"), ""));
        }
        if (request.header("aeg-event-type")
                .filter("SubscriptionValidation"::equals)
                .isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new WebhookResponse(
                200,
                Map.of("Content-Type", "application/json"),
                JsonNodeFactory.instance
                        .objectNode()
                        .put("validationResponse", code(request.body()))
                        .toString()));
    }

    private static String code(String body) {
        try {
            return JSON.readTree(body).at("/0/data/validationCode").asText();
        } catch (JsonProcessingException _) { // then it is not Tidings that asks
            return "";
        }
    }
}
