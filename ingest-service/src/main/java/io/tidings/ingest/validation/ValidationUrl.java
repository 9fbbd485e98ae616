package io.tidings.ingest.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import java.net.URI;
import java.net.URLEncoder;

/**
 * The URL at which a code is shown to this service.
 *
 * @param service URL of this service, such as {@code https://events.example.com}
 */
public record ValidationUrl(URI service) {
    public static final String PATH = "/validate";
    public static final String ID = "id";
    public static final String CODE = "code";

    public URI of(SubscriptionKey key, String code) {
        var base = service.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH + "?" + ID + "="
                + URLEncoder.encode(key.toString(), UTF_8) + "&" + CODE + "=" + URLEncoder.encode(code, UTF_8));
    }
}
