package io.tidings.contract.resource;

import java.net.URI;

/** Where the events of a subscription are posted to. */
public record Webhook(URI endpoint) {
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
