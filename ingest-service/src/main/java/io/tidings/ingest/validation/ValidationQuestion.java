package io.tidings.ingest.validation;

import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A request that asks an endpoint for its consent, and how its answer is understood. Pure. */
public sealed interface ValidationQuestion permits ValidationEvent, AbuseProtection {
    /**
     * What is sent.
     *
     * @param headers by lower-case name
     * @param body empty for none
     */
    record ValidationRequest(String method, URI endpoint, Map<String, String> headers, String body) {
        public ValidationRequest {
            headers = Map.copyOf(headers);
        }
    }

    ValidationRequest request();

    /** What an answer to the request means. */
    ValidationResult interpret(ValidationResponse.Received answer);

    /** What any reply means. */
    default ValidationResult resultOf(ValidationResponse response) {
        return switch (response) {
            case ValidationResponse.Received answer -> interpret(answer);
            case ValidationResponse.Missing(var reason) -> new ValidationResult.NoResponse(reason);
            case ValidationResponse.NotSent(var reason) -> new ValidationResult.Rejected(reason);
        };
    }

    /** Headers of the subscription's own that every request has; an endpoint may ask for a key in one. */
    static Map<String, String> headersOf(Webhook webhook) {
        var headers = new LinkedHashMap<String, String>();
        for (DeliveryAttribute attribute : webhook.attributes()) {
            if (attribute instanceof Static(var name, var value, var _)
                    && HeaderRules.brokenByName(name).isEmpty()
                    && HeaderRules.legalValue(value)) {
                headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value);
            }
        }
        return headers;
    }
}
