package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the events of a subscription are posted to, and what its requests look like.
 *
 * @param batching absent: nothing was said about it, one event a request
 * @param attributes headers of its own (B-DEL-5)
 */
public record Webhook(URI endpoint, @Nullable Batching batching, List<DeliveryAttribute> attributes) {
    /** Who Tidings says it is to CloudEvents endpoints; the name that webhooks made for Event Grid may look for. */
    public static final String ORIGIN = "eventgrid.azure.net";

    public Webhook {
        attributes = List.copyOf(attributes);
    }

    /** One event a request, no headers of its own. */
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
