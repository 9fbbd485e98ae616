package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param sealed whether secrets may be sealed, as in records */
record WebhookJson(EndpointRules endpoints, boolean sealed) {
    private static final int MAX_EVENTS = 5000;
    private static final int MAX_KILOBYTES = 1024;

    /** The error for a sealed secret in a PUT, which could not be opened here or was copied from a record. */
    static final String SEALED =
            "is sealed and cannot be opened here (provisioningError says why); give the value again";

    @Nullable
    Webhook read(JsonObjectReader destination) {
        var type = destination.requiredText("endpointType");
        if (!type.isEmpty() && !type.equalsIgnoreCase("WebHook")) {
            destination.broken("endpointType", "must be WebHook, the only supported kind");
        }
        var properties = destination.object("properties");
        var url = properties.requiredText("endpointUrl");
        var rule = url.isBlank() ? null : ruleBrokenBy(url);
        if (rule != null) {
            properties.broken("endpointUrl", rule);
        }
        var batching = batching(properties);
        var attributes = DeliveryAttributesJson.read(properties, sealed);
        for (var azure : List.of("azureActiveDirectoryTenantId", "azureActiveDirectoryApplicationIdOrUri")) {
            var text = properties.text(azure);
            if (text != null && !text.isEmpty()) {
                properties.broken(azure, "is not supported; Tidings asks no identity service for tokens");
            }
        }
        // In document 004 the delivery schema is here; SubscriptionJson reads it.
        properties.ignoring("eventDeliverySchema", "endpointBaseUrl").refuseOthers();
        destination.refuseOthers();
        return rule == null && !url.isBlank() ? new Webhook(URI.create(url), batching, attributes) : null;
    }

    /** A sealed query was checked before, and is longer now. */
    private @Nullable String ruleBrokenBy(String url) {
        int query = url.indexOf('?') + 1;
        if (query == 0 || !Keyring.isSealed(url.substring(query))) {
            return endpoints.brokenBy(url);
        }
        return sealed ? endpoints.brokenBy(url.substring(0, query)) : SEALED;
    }

    /** Kept even if it turns batching off, so that a PATCH of one setting finds the other. */
    private static @Nullable Batching batching(JsonObjectReader properties) {
        var events = properties.integer("maxEventsPerBatch", 1, MAX_EVENTS);
        var kilobytes = properties.integer("preferredBatchSizeInKilobytes", 1, MAX_KILOBYTES);
        return events == null && kilobytes == null ? null : new Batching(events, kilobytes);
    }

    static void write(Webhook webhook, ObjectNode destination) {
        destination.put("endpointType", "WebHook");
        var properties = destination
                .putObject("properties")
                .put("endpointUrl", webhook.endpoint().toString());
        var batching = webhook.batching();
        if (batching != null && batching.maxEvents() != null) {
            properties.put("maxEventsPerBatch", batching.maxEvents());
        }
        if (batching != null && batching.preferredKilobytes() != null) {
            properties.put("preferredBatchSizeInKilobytes", batching.preferredKilobytes());
        }
        if (!webhook.attributes().isEmpty()) {
            DeliveryAttributesJson.write(webhook.attributes(), properties.putArray(DeliveryAttributesJson.MEMBER));
        }
    }
}
