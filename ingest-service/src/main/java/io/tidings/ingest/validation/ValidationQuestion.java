package io.tidings.ingest.validation;

import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.Destination;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.contract.subscription.Subscription;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A handshake request and the meaning of its response. Pure. */
public sealed interface ValidationQuestion permits ValidationEvent, AbuseProtection {
    /**
     * @param headers by lower-case name
     * @param body empty for none
     */
    record ValidationRequest(String method, URI endpoint, Map<String, String> headers, String body) {
        public ValidationRequest {
            headers = Map.copyOf(headers);
        }
    }

    Subscription subscription();

    ValidationRequest request();

    ValidationResult interpret(ValidationResponse.Received received);

    default ValidationResult resultOf(ValidationResponse response) {
        return switch (response) {
            case ValidationResponse.Received received -> interpret(received);
            case ValidationResponse.Missing(var reason) -> new ValidationResult.NoResponse(reason);
            case ValidationResponse.NotSent(var reason) -> new ValidationResult.Rejected(reason);
        };
    }

    /** The subscription's own headers, which every request has; an endpoint may require a key in one. */
    static Map<String, String> headersOf(Destination destination) {
        var headers = new LinkedHashMap<String, String>();
        for (DeliveryAttribute attribute : destination.attributes()) {
            if (attribute instanceof Static(var name, var value, var _)
                    && HeaderRules.brokenByName(name).isEmpty()
                    && HeaderRules.legalValue(value)) {
                headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value);
            }
        }
        return headers;
    }
}
