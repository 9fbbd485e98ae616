package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import java.net.URI;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** @param sealed whether secrets may be sealed, as in records */
record WebhookJson(EndpointRules endpoints, boolean sealed) {
    static final String TYPE = "WebHook";

    private static final String TENANT = "azureActiveDirectoryTenantId";
    private static final String APPLICATION = "azureActiveDirectoryApplicationIdOrUri";
    private static final Pattern TENANT_ID = Pattern.compile("[A-Za-z0-9-][A-Za-z0-9.-]{0,252}");
    private static final Pattern APPLICATION_ID = Pattern.compile("[!-~]{1,1024}");
    private static final int MAX_EVENTS = 5000;
    private static final int MAX_KILOBYTES = 1024;

    /** @param destination whose type was read */
    @Nullable
    Webhook read(JsonObjectReader destination) {
        var properties = destination.object("properties");
        var url = properties.requiredText("endpointUrl");
        var rule = url.isBlank() ? null : ruleBrokenBy(url);
        if (rule != null) {
            properties.broken("endpointUrl", rule);
        }
        var batching = batching(properties);
        var attributes = DeliveryAttributesJson.read(properties, sealed);
        var azure = azure(properties);
        // In document 004 the delivery schema is here; SubscriptionJson reads it, and what is kept.
        properties
                .ignoring("eventDeliverySchema", "endpointBaseUrl", SubscriptionJson.MINIMUM_TLS)
                .refuseOthers();
        destination.refuseOthers();
        return rule == null && !url.isBlank() ? new Webhook(URI.create(url), batching, attributes, azure) : null;
    }

    /** A sealed path or query was checked before, and is longer now. */
    private @Nullable String ruleBrokenBy(String url) {
        int path = url.indexOf('/', url.indexOf("//") + 2) + 1;
        int query = url.indexOf('?') + 1;
        int start = path > 0 && Keyring.isSealed(url.substring(path)) ? path : query;
        if (start == 0 || !Keyring.isSealed(url.substring(start))) {
            return endpoints.brokenBy(url);
        }
        return sealed ? endpoints.brokenBy(url.substring(0, start)) : DeliveryAttributesJson.SEALED;
    }

    /** Both members or neither; an empty text is none. */
    private static @Nullable AzureApplication azure(JsonObjectReader properties) {
        var tenant = given(properties, TENANT);
        var application = given(properties, APPLICATION);
        if ((tenant == null) != (application == null)) {
            properties.broken(tenant == null ? TENANT : APPLICATION, "is required, because the other one is given");
        }
        if (tenant != null && !TENANT_ID.matcher(tenant).matches()) {
            properties.broken(TENANT, "must be the id or a domain of a tenant");
        }
        if (application != null && !APPLICATION_ID.matcher(application).matches()) {
            properties.broken(APPLICATION, "must be the id or the URI of an application");
        }
        return tenant == null || application == null ? null : new AzureApplication(tenant, application);
    }

    private static @Nullable String given(JsonObjectReader properties, String member) {
        var text = properties.text(member);
        return text == null || text.isEmpty() ? null : text;
    }

    /** Kept even if it turns batching off, so that a PATCH of one setting finds the other. */
    private static @Nullable Batching batching(JsonObjectReader properties) {
        var events = properties.integer("maxEventsPerBatch", 1, MAX_EVENTS);
        var kilobytes = properties.integer("preferredBatchSizeInKilobytes", 1, MAX_KILOBYTES);
        return events == null && kilobytes == null ? null : new Batching(events, kilobytes);
    }

    static void write(Webhook webhook, ObjectNode destination) {
        destination.put("endpointType", TYPE);
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
        if (webhook.azure() != null) {
            properties
                    .put(TENANT, webhook.azure().tenant())
                    .put(APPLICATION, webhook.azure().application());
        }
        if (!webhook.attributes().isEmpty()) {
            DeliveryAttributesJson.write(webhook.attributes(), properties.putArray(DeliveryAttributesJson.MEMBER));
        }
    }
}
