package io.tidings.worker.webhook;

import io.tidings.contract.TraceContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param values of the subscription's dynamic headers, the same for all its events
 * @param events at least one; more than one only for a template with batching
 * @param dataVersion of its events; null if they have none
 * @param attemptsBefore the largest number of earlier attempts of any of its events
 * @param hops the largest number of times that Tidings has delivered any of its events to itself
 * @param signature null if the subscription does not ask for one
 */
public record WebhookRequest(
        RequestTemplate template,
        DynamicHeaders.Values values,
        List<byte[]> events,
        @Nullable String dataVersion,
        int attemptsBefore,
        @Nullable TraceContext trace,
        int hops,
        @Nullable RequestSignature signature) {
    public WebhookRequest {
        events = List.copyOf(events);
    }
}
