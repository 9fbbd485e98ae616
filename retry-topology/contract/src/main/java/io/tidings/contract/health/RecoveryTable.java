package io.tidings.contract.health;

import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The recoveries in the probation topic, beside the health of endpoints. Their keys are that of the subscription, then
 * {@code #recovery} for its progress, or {@code #} and a tier, such as {@code #10s}, for the offsets moved out of it.
 * Written by the one thread that reads the topic, read by any.
 */
public final class RecoveryTable {
    private static final char MARK = '#';
    private static final String PROGRESS = "recovery";

    private final Map<Moved, MovedOffsets> moved = new ConcurrentHashMap<>();
    private final Map<Lane, RecoveryProgress> progress = new ConcurrentHashMap<>();
    /** By the number of the lane. The inner maps are never changed; nearly all have one entry. */
    private final Map<SubscriptionKey, Map<Integer, RecoveryProgress>> bySubscription = new ConcurrentHashMap<>();

    /** @param number of the partition, which is the same in all tiers */
    private record Moved(SubscriptionKey key, RetryTier tier, int number) {}

    public static String keyOf(SubscriptionKey subscription) {
        return subscription.toString() + MARK + PROGRESS;
    }

    public static String keyOf(SubscriptionKey subscription, RetryTier tier) {
        return subscription.toString() + MARK + tier.label();
    }

    /** Returns whether the key is of a record about a recovery. Names of subscriptions cannot hold the mark. */
    public static boolean isKey(String key) {
        return key.indexOf(MARK) >= 0;
    }

    /** The offsets that were moved out of one partition of a tier. */
    public Map<SubscriptionKey, MovedOffsets> moved(RetryTier tier, int number) {
        var found = new HashMap<SubscriptionKey, MovedOffsets>();
        moved.forEach((place, offsets) -> {
            if (place.tier() == tier && place.number() == number) {
                found.put(place.key(), offsets);
            }
        });
        return found;
    }

    /** The recoveries of all subscriptions with this partition number. */
    public Map<SubscriptionKey, RecoveryProgress> progress(int number) {
        var found = new HashMap<SubscriptionKey, RecoveryProgress>();
        progress.forEach((place, each) -> {
            if (place.number() == number) {
                found.put(place.subscription(), each);
            }
        });
        return found;
    }

    /** The recovery of all lanes of a subscription together. */
    public Optional<RecoveryProgress> progress(SubscriptionKey key, String uid) {
        var lanes = bySubscription.getOrDefault(key, Map.of()).values().stream()
                .filter(each -> each.uid().equals(uid))
                .toList();
        return lanes.isEmpty() ? Optional.empty() : Optional.of(RecoveryProgress.merged(lanes));
    }

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return why it was ignored, if it was; what was known before stays
     */
    public Optional<String> read(String key, int number, Headers headers, byte @Nullable [] value) {
        int mark = key.indexOf(MARK);
        var subscription = SubscriptionKey.parse(mark < 0 ? key : key.substring(0, mark));
        var about = key.substring(mark + 1);
        if (mark < 0 || subscription.isEmpty()) {
            return Optional.of("the record's key is not topic/subscription#word");
        }
        try {
            if (about.equals(PROGRESS)) {
                readProgress(new Lane(subscription.get(), number), headers, value);
                return Optional.empty();
            }
            for (var tier : RetryTier.values()) {
                if (tier.label().equals(about)) {
                    readMoved(new Moved(subscription.get(), tier, number), headers, value);
                    return Optional.empty();
                }
            }
            return Optional.of("the record's key names neither a tier nor " + PROGRESS);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void readProgress(Lane lane, Headers headers, byte @Nullable [] value) throws IOException {
        if (value == null) {
            progress.remove(lane);
        } else {
            progress.put(lane, RecoveryRecord.progress(headers, value));
        }
        bySubscription.compute(lane.subscription(), (_, lanes) -> {
            var changed = new HashMap<Integer, RecoveryProgress>(lanes == null ? Map.of() : lanes);
            var now = progress.get(lane);
            if (now == null) {
                changed.remove(lane.number());
            } else {
                changed.put(lane.number(), now);
            }
            return changed.isEmpty() ? null : Map.copyOf(changed);
        });
    }

    private void readMoved(Moved place, Headers headers, byte @Nullable [] value) throws IOException {
        if (value == null) {
            moved.remove(place);
        } else {
            moved.put(place, RecoveryRecord.moved(headers, value));
        }
    }
}
