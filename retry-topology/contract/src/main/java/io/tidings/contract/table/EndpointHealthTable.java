package io.tidings.contract.table;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.LaneHealth;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.record.EndpointHealthRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The latest health of every endpoint, of each lane of its subscription, read from the probation topic. Written by the
 * one thread that reads the topic, read by any.
 */
public final class EndpointHealthTable {
    /** By the number of the lane. The inner maps are never changed; nearly all have one entry. */
    private final Map<SubscriptionKey, Map<Integer, EndpointHealth>> newest = new ConcurrentHashMap<>();

    /** The subscriptions whose endpoint has said that it is gone, and a few that have another one by now. */
    private final Set<SubscriptionKey> gone = ConcurrentHashMap.newKeySet();

    private final RecoveryTable recoveries = new RecoveryTable();
    private final NumberOwners owners = new NumberOwners();

    /** The recoveries, which the same topic holds. */
    public RecoveryTable recoveries() {
        return recoveries;
    }

    /** The owners of partition numbers, which the same topic holds. */
    public NumberOwners owners() {
        return owners;
    }

    /** Returns the subscriptions whose health may hold a report of a 410 (B-GONE). */
    public Set<SubscriptionKey> gone() {
        return Set.copyOf(gone);
    }

    /**
     * Returns the health of all lanes together.
     *
     * @param uid of the subscription; health of another one of the same name does not count
     */
    public Optional<EndpointHealth> of(SubscriptionKey key, String uid) {
        var known = newest.getOrDefault(key, Map.of());
        if (known.size() > 1) {
            var lanes = lanes(key, uid).values();
            return lanes.isEmpty() ? Optional.empty() : Optional.of(LaneHealth.merged(lanes));
        }
        return known.values().stream().findFirst().filter(health -> health.uid().equals(uid));
    }

    /** Returns what one lane itself has written. */
    public Optional<EndpointHealth> of(Lane lane, String uid) {
        return Optional.ofNullable(
                        newest.getOrDefault(lane.subscription(), Map.of()).get(lane.number()))
                .filter(health -> health.uid().equals(uid));
    }

    /** Returns when a lane has last written that probation began, was extended, or ended. */
    public Optional<Instant> decided(Lane lane) {
        return Optional.ofNullable(
                        newest.getOrDefault(lane.subscription(), Map.of()).get(lane.number()))
                .map(EndpointHealth::decided);
    }

    /** Returns what each lane of a subscription has written, by the number of the lane. */
    public SortedMap<Integer, EndpointHealth> lanes(SubscriptionKey key, String uid) {
        var lanes = new TreeMap<>(newest.getOrDefault(key, Map.of()));
        lanes.values().removeIf(health -> !health.uid().equals(uid));
        return lanes;
    }

    /** Returns whether more than one lane of a subscription has written its health, which is cheap to ask. */
    public boolean hasLanes(SubscriptionKey key) {
        return newest.getOrDefault(key, Map.of()).size() > 1;
    }

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @param number of the record's partition, which is that of the lane
     * @return why it was ignored, if it was; the former health stays
     */
    public Optional<String> read(String key, int number, Headers headers, byte @Nullable [] value) {
        var parsed = SubscriptionKey.parse(key);
        if (parsed.isEmpty()) {
            return Optional.of("the record's key is not topic/subscription");
        }
        if (value == null) {
            if (newest.computeIfPresent(parsed.get(), (_, lanes) -> without(lanes, number)) == null) {
                gone.remove(parsed.get());
            }
            return Optional.empty();
        }
        try {
            var health = EndpointHealthRecord.read(headers, value);
            newest.merge(parsed.get(), Map.of(number, health), EndpointHealthTable::with);
            if (health.gone() != null) {
                gone.add(parsed.get());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Map<Integer, EndpointHealth> with(
            Map<Integer, EndpointHealth> lanes, Map<Integer, EndpointHealth> changed) {
        if (lanes.keySet().equals(changed.keySet())) {
            return changed;
        }
        var more = new HashMap<>(lanes);
        more.putAll(changed);
        return Map.copyOf(more);
    }

    private static @Nullable Map<Integer, EndpointHealth> without(Map<Integer, EndpointHealth> lanes, int number) {
        var fewer = new HashMap<>(lanes);
        fewer.remove(number);
        return fewer.isEmpty() ? null : Map.copyOf(fewer);
    }
}
