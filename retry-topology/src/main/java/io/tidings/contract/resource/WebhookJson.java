package io.tidings.contract.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The destination of a subscription as JSON: its endpoint and what its requests look like (reference §4.2). */
record WebhookJson(EndpointRules endpoints) {
    private static final int MAX_EVENTS = 5000;
    private static final int MAX_KILOBYTES = 1024;

    @Nullable
    Webhook read(Members destination) {
        var type = destination.requiredText("endpointType");
        if (!type.isEmpty() && !type.equalsIgnoreCase("WebHook")) {
            destination.broken("endpointType", "must be WebHook, the only kind there is");
        }
        var properties = destination.object("properties");
        var url = properties.requiredText("endpointUrl");
        var rule = url.isBlank() ? null : endpoints.brokenBy(url);
        if (rule != null) {
            properties.broken("endpointUrl", rule);
        }
        var batching = batching(properties);
        var attributes = DeliveryAttributesJson.read(properties);
        for (var azure : List.of("azureActiveDirectoryTenantId", "azureActiveDirectoryApplicationIdOrUri")) {
            var text = properties.text(azure);
            if (text != null && !text.isEmpty()) {
                properties.broken(azure, "is not supported; Tidings asks no identity service for tokens");
            }
        }
        // Document 004 has the delivery schema here; SubscriptionJson reads it.
        properties.ignoring("eventDeliverySchema", "endpointBaseUrl").refuseOthers();
        destination.refuseOthers();
        return rule == null && !url.isBlank() ? new Webhook(URI.create(url), batching, attributes) : null;
    }

    /** Kept as it was said, also where it means off: a PATCH of one setting must meet the other. */
    private static @Nullable Batching batching(Members properties) {
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
