package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.secret.SigningSecret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of {@code events/subscribe}, as far as their form tells. Pure.
 *
 * @param asked how long it shall last; null if the agent does not say
 */
record WebhookSubscription(
        String event,
        ObjectNode arguments,
        String url,
        String secret,
        @Nullable Duration asked) {
    private static final int LONGEST_NAME = 512;
    private static final int LONGEST_URL = 4_096;

    static Validated<WebhookSubscription> read(ObjectNode params) {
        var violations = new ArrayList<Violation>();
        var name = name(params, violations);
        var arguments = arguments(params, violations);
        var delivery = params.path("delivery");
        var url = url(delivery.path("url").asText(), violations);
        var secret = delivery.path("secret").asText();
        if (!SigningSecret.isLegal(secret)) {
            violations.add(new Violation("delivery.secret", SigningSecret.FORM));
        }
        var ttl = params.path("ttlMs");
        if (!ttl.isMissingNode() && !ttl.isNull() && !(ttl.canConvertToLong() && ttl.longValue() > 0)) {
            violations.add(new Violation("ttlMs", "must be a positive whole number, or null"));
        }
        return violations.isEmpty()
                ? new Validated.Valid<>(new WebhookSubscription(
                        name, arguments, url, secret, ttl.isNumber() ? Duration.ofMillis(ttl.longValue()) : null))
                : new Validated.Invalid<>(violations);
    }

    static String name(ObjectNode params, List<Violation> violations) {
        var name = params.path("name").isTextual() ? params.path("name").textValue() : "";
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            violations.add(new Violation("name", "must be the name of an event"));
        }
        return name;
    }

    static ObjectNode arguments(ObjectNode params, List<Violation> violations) {
        var arguments = params.path("arguments");
        if (!arguments.isMissingNode() && !arguments.isObject()) {
            violations.add(new Violation("arguments", "must be an object"));
        }
        return arguments instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    static String url(String url, List<Violation> violations) {
        if (url.isEmpty() || url.length() > LONGEST_URL) {
            violations.add(new Violation("delivery.url", "must be a URL of at most " + LONGEST_URL + " characters"));
        }
        return url;
    }

    /** Leaves out the secret, and the URL, which may hold one. */
    @Override
    public String toString() {
        return "WebhookSubscription[" + event + "]";
    }
}
