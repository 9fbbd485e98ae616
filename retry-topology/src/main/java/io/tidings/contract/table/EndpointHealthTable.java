package io.tidings.contract.table;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.json.Validated;
import io.tidings.contract.record.EndpointHealthRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The newest standing of every endpoint, as read so far from the probation topic.
 *
 * <p>Written by the one thread that reads the topic, read by any.
 */
public final class EndpointHealthTable {
    private final Map<SubscriptionKey, EndpointHealth> standings = new ConcurrentHashMap<>();

    /**
     * How the endpoint of a subscription stands; empty when nothing is known of it, which means healthy.
     *
     * @param uid of the subscription: what was written for another of that name does not count
     */
    public Optional<EndpointHealth> of(SubscriptionKey key, String uid) {
        return Optional.ofNullable(standings.get(key))
                .filter(health -> health.uid().equals(uid));
    }

    /**
     * Takes in a record.
     *
     * @param value null when nothing is known any more
     * @return why it was ignored, if it was; what was known before stays
     */
    public Optional<String> read(String key, Headers headers, byte @Nullable [] value) {
        var parsed = SubscriptionKey.parse(key);
        if (parsed.isEmpty()) {
            return Optional.of("the record's key is not topic/subscription");
        }
        if (value == null) {
            standings.remove(parsed.get());
            return Optional.empty();
        }
        return switch (EndpointHealthRecord.read(headers, value)) {
            case Validated.Invalid<EndpointHealth> invalid -> Optional.of(invalid.sentence());
            case Validated.Valid<EndpointHealth>(var health) -> {
                standings.put(parsed.get(), health);
                yield Optional.empty();
            }
        };
    }
}
