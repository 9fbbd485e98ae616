package io.tidings.ingest.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of a resource, or one reading of its secrets. Holds no secrets.
 *
 * @param action the method, or the name of the action, such as {@code retryNow}
 * @param resource its path, such as {@code topics/orders}
 * @param before null if the resource did not exist, or is not shown
 * @param after null if the resource no longer exists, or is not shown
 * @param confirmed false if the service does not know whether the change is durable
 */
public record Change(
        Instant time,
        String action,
        String resource,
        @Nullable JsonNode before,
        @Nullable JsonNode after,
        boolean confirmed) {
    public static String topic(String name) {
        return "topics/" + name;
    }

    public static String subscription(SubscriptionKey key) {
        return topic(key.topic()) + "/eventSubscriptions/" + key.name();
    }

    public static String eventType(EventTypeKey key) {
        return topic(key.topic()) + "/eventTypes/" + key.name();
    }

    public static String job(String id) {
        return "jobs/" + id;
    }
}
