package io.tidings.ingest.handshake;

import io.tidings.contract.resource.DeliveryAttribute;
import io.tidings.contract.resource.DeliveryAttribute.Static;
import io.tidings.contract.resource.HeaderRules;
import io.tidings.contract.resource.Webhook;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A request that asks an endpoint for its consent, and how its answer is understood. Pure. */
public sealed interface Question permits ValidationEvent, AbuseProtection {
    /**
     * What is sent.
     *
     * @param headers by lower-case name
     * @param body empty for none
     */
    record Request(String method, URI endpoint, Map<String, String> headers, String body) {
        public Request {
            headers = Map.copyOf(headers);
        }
    }

    Request request();

    /** What an answer to the request means. */
    Finding interpret(Reply.Answered answer);

    /** What any reply means. */
    default Finding resultOf(Reply reply) {
        return switch (reply) {
            case Reply.Answered answer -> interpret(answer);
            case Reply.Missing(var reason) -> new Finding.Unanswered(reason);
            case Reply.Forbidden(var reason) -> new Finding.Refused(reason);
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
