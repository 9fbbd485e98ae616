package io.tidings.cli.listen;

import java.util.Map;

/** The response of the endpoint. */
record WebhookResponse(int status, Map<String, String> headers, String body) {
    WebhookResponse {
        headers = Map.copyOf(headers);
    }

    static WebhookResponse status(int status) {
        return new WebhookResponse(status, Map.of(), "");
    }
}
