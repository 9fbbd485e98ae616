package io.tidings.worker.webhook;

import io.tidings.contract.TraceContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request: what it carries and what its head says of it.
 *
 * @param values of the subscription's dynamic headers, the same for all its events
 * @param events at least one; more than one only for a head with batching
 * @param dataVersion of its events; absent where they have none
 * @param attemptsBefore the largest number of attempts made before for any of its events
 * @param trace what the endpoint's work on it belongs to; absent: nothing
 */
public record WebhookRequest(
        RequestTemplate template,
        DynamicHeaderValues values,
        List<byte[]> events,
        @Nullable String dataVersion,
        int attemptsBefore,
        @Nullable TraceContext trace) {
    public WebhookRequest {
        events = List.copyOf(events);
    }
}
