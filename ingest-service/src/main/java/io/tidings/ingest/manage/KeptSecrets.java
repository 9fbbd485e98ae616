package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.resource.DeliveryAttribute;
import io.tidings.contract.resource.ResourceJson;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.Webhook;
import java.io.IOException;
import java.util.Optional;

/**
 * What a GET hides and a PUT that repeats it therefore lacks: the values of secret headers, and the endpoint with its
 * query. What a body leaves out of these stays as it is (B-SUB-1). Pure.
 */
record KeptSecrets(Optional<SubscriptionEntry> before) {
    /** The body with what is kept; a body that is no JSON is left to whoever reads it. */
    byte[] fillIn(byte[] body) {
        if (before.isEmpty()) {
            return body;
        }
        try {
            var json = ResourceJson.read(body);
            if (json.at("/properties/destination/properties") instanceof ObjectNode webhook) {
                var kept = before.get().subscription().destination();
                fillInEndpoint(webhook, kept);
                webhook.path("deliveryAttributeMappings").forEach(mapping -> fillInValue(mapping, kept));
                return json.toString().getBytes(UTF_8);
            }
            return body;
        } catch (IOException e) {
            return body; // told by the reader, with its place
        }
    }

    private static void fillInEndpoint(ObjectNode webhook, Webhook kept) {
        if (!webhook.hasNonNull("endpointUrl")
                && webhook.path("endpointBaseUrl").asText().equals(kept.baseUrl())) {
            webhook.put("endpointUrl", kept.endpoint().toString());
        }
    }

    private static void fillInValue(JsonNode mapping, Webhook kept) {
        if (mapping.path("properties") instanceof ObjectNode properties
                && properties.path("isSecret").asBoolean()
                && !properties.hasNonNull("value")) {
            kept.attributes().stream()
                    .filter(each ->
                            each.name().equalsIgnoreCase(mapping.path("name").asText()))
                    .forEach(each -> {
                        if (each instanceof DeliveryAttribute.Static(var _, var value, var secret) && secret) {
                            properties.put("value", value);
                        }
                    });
        }
    }
}
