package io.tidings.contract.endpoint;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.Validated;
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
public final class StandingTable {
    private final Map<SubscriptionKey, EndpointStanding> standings = new ConcurrentHashMap<>();

    /**
     * How the endpoint of a subscription stands; empty when nothing is known of it, which means healthy.
     *
     * @param uid of the subscription: what was written for another of that name does not count
     */
    public Optional<EndpointStanding> of(SubscriptionKey key, String uid) {
        return Optional.ofNullable(standings.get(key))
                .filter(standing -> standing.uid().equals(uid));
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
        return switch (StandingRecord.read(headers, value)) {
            case Validated.Invalid<EndpointStanding> invalid -> Optional.of(invalid.sentence());
            case Validated.Valid<EndpointStanding>(var standing) -> {
                standings.put(parsed.get(), standing);
                yield Optional.empty();
            }
        };
    }
}
