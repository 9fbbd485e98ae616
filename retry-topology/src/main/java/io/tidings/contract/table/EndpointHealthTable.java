package io.tidings.contract.table;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.json.Validated;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.recovery.RecoveryTable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The latest health of every endpoint, read from the probation topic. Written by the one thread that reads the topic,
 * read by any.
 */
public final class EndpointHealthTable {
    private final Map<SubscriptionKey, EndpointHealth> newest = new ConcurrentHashMap<>();
    private final RecoveryTable recoveries = new RecoveryTable();

    /** The recoveries, which the same topic holds. */
    public RecoveryTable recoveries() {
        return recoveries;
    }

    /** @param uid of the subscription; health of another one of the same name does not count */
    public Optional<EndpointHealth> of(SubscriptionKey key, String uid) {
        return Optional.ofNullable(newest.get(key))
                .filter(health -> health.uid().equals(uid));
    }

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return why it was ignored, if it was; the former health stays
     */
    public Optional<String> read(String key, Headers headers, byte @Nullable [] value) {
        var parsed = SubscriptionKey.parse(key);
        if (parsed.isEmpty()) {
            return Optional.of("the record's key is not topic/subscription");
        }
        if (value == null) {
            newest.remove(parsed.get());
            return Optional.empty();
        }
        return switch (EndpointHealthRecord.read(headers, value)) {
            case Validated.Invalid<EndpointHealth> invalid -> Optional.of(invalid.sentence());
            case Validated.Valid<EndpointHealth>(var health) -> {
                newest.put(parsed.get(), health);
                yield Optional.empty();
            }
        };
    }
}
