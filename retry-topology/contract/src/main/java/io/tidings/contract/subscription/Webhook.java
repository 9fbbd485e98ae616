package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param batching null without a setting, which means one event a request
 * @param azure the application whose tokens requests carry; null for none
 */
public record Webhook(
        URI endpoint,
        @Nullable Batching batching,
        List<DeliveryAttribute> attributes,
        @Nullable AzureApplication azure) implements Destination {
    /** The sender's name in CloudEvents handshakes. Webhooks made for Event Grid may check it. */
    public static final String ORIGIN = "eventgrid.azure.net";

    public Webhook {
        attributes = List.copyOf(attributes);
    }

    public Webhook(URI endpoint, @Nullable Batching batching, List<DeliveryAttribute> attributes) {
        this(endpoint, batching, attributes, null);
    }

    public Webhook(URI endpoint) {
        this(endpoint, null, List.of());
    }

    public Webhook with(URI otherEndpoint, List<DeliveryAttribute> otherAttributes) {
        return new Webhook(otherEndpoint, batching, otherAttributes, azure);
    }

    /** The endpoint without its query, which often holds a secret, and without a path that is one. */
    public String baseUrl(boolean secretPath) {
        if (secretPath) {
            return endpoint.resolve("/").toString();
        }
        var text = endpoint.toString();
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    @Override
    public String displayName() {
        int port = endpoint.getPort();
        boolean https = "https".equalsIgnoreCase(endpoint.getScheme());
        return endpoint.getHost() + ":" + (port >= 0 ? port : https ? 443 : 80);
    }

    @Override
    public String toString() {
        return "Webhook[" + displayName() + "]";
    }
}
