package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import java.util.List;

/** The body of the PUT that a manager would send for the subscription of an agent. Pure. */
final class SubscriptionBody {
    private static final List<String> SCHEDULE = List.of("PT10S", "PT30S", "PT2M", "PT10M");
    private static final int MOST_ATTEMPTS = 5;

    private SubscriptionBody() {}

    static byte[] of(String eventType, ArrayNode filters, WebhookSubscription asked, Instant end) {
        var json = JsonNodeFactory.instance.objectNode();
        var properties = json.putObject("properties")
                .put("eventDeliverySchema", EventSchema.CLOUD_EVENTS.deliveryName())
                .put("expirationTimeUtc", end.toString());
        properties
                .putObject("destination")
                .put("endpointType", "WebHook")
                .putObject("properties")
                .put("endpointUrl", asked.url());
        var filter = properties.putObject("filter");
        filter.putArray("includedEventTypes").add(eventType);
        filter.set("advancedFilters", filters);
        var tidings = properties.putObject("tidings").put("secretPath", true);
        tidings.putObject("signing").put("secret", asked.secret());
        var retry = tidings.putObject("retry")
                .put("floors", "none")
                .put("maxDeliveryAttempts", MOST_ATTEMPTS)
                .put("timeToLive", "PT15M")
                .put("responseTimeout", "PT10S");
        var schedule = retry.putArray("schedule");
        SCHEDULE.forEach(schedule::add);
        retry.putArray("retryStatuses").add(400).add(401).add(403);
        retry.putArray("noRetryStatuses").add(410);
        return json.toString().getBytes(UTF_8);
    }
}
