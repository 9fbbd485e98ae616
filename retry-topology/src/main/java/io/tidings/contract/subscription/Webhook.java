package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** @param batching null without a setting, which means one event a request */
public record Webhook(URI endpoint, @Nullable Batching batching, List<DeliveryAttribute> attributes) {
    /** The sender's name in CloudEvents handshakes. Webhooks made for Event Grid may check it. */
    public static final String ORIGIN = "eventgrid.azure.net";

    public Webhook {
        attributes = List.copyOf(attributes);
    }

    public Webhook(URI endpoint) {
        this(endpoint, null, List.of());
    }

    /** The endpoint without its query, which often holds a secret. */
    public String baseUrl() {
        var text = endpoint.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    @Override
    public String toString() {
        return "Webhook[" + baseUrl() + "]";
    }
}
