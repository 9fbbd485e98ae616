package io.tidings.contract.condition;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionRecord.AnnouncementsBegun;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageAnnounced;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionRecord.SubscriptionAnnounced;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The newest records of the conditions topic. Written by the one thread that reads the topic, read by any. */
public final class ConditionTable {
    private final Map<String, DeadLettersSeen> deadLetters = new ConcurrentHashMap<>();
    private final Map<String, StorageSeen> storages = new ConcurrentHashMap<>();
    private final Map<String, SubscriptionAnnounced> subscriptionsAnnounced = new ConcurrentHashMap<>();
    private final Map<String, StorageAnnounced> storagesAnnounced = new ConcurrentHashMap<>();
    private volatile boolean begun;

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return false if this release cannot read it; the former record stays
     */
    public boolean read(String key, byte @Nullable [] value) {
        if (value == null) {
            deadLetters.remove(key);
            storages.remove(key);
            subscriptionsAnnounced.remove(key);
            storagesAnnounced.remove(key);
            return true;
        }
        var record = ConditionJson.read(key, value);
        record.ifPresent(this::put);
        return record.isPresent();
    }

    private void put(ConditionRecord record) {
        switch (record) {
            case DeadLettersSeen seen -> deadLetters.put(seen.key(), seen);
            case StorageSeen seen -> storages.put(seen.key(), seen);
            case SubscriptionAnnounced announced -> subscriptionsAnnounced.put(announced.key(), announced);
            case StorageAnnounced announced -> storagesAnnounced.put(announced.key(), announced);
            case AnnouncementsBegun _ -> begun = true;
        }
    }

    /** Returns whether conditions were announced, or noted without being announced, before. */
    public boolean begun() {
        return begun;
    }

    /** @param uid of the subscription; the state of another one of the same name does not count */
    public AnnouncedState announced(SubscriptionKey key, String uid) {
        return Optional.ofNullable(subscriptionsAnnounced.get(SubscriptionAnnounced.keyOf(key)))
                .filter(known -> known.uid().equals(uid))
                .map(SubscriptionAnnounced::state)
                .orElse(AnnouncedState.NONE);
    }

    public AnnouncedState announced(StorageName storage) {
        return Optional.ofNullable(storagesAnnounced.get(StorageAnnounced.keyOf(storage)))
                .map(StorageAnnounced::state)
                .orElse(AnnouncedState.NONE);
    }

    /** Returns when the latest known dead letter of a subscription was appended. */
    public Optional<Instant> latestDeadLetter(SubscriptionKey key, String uid) {
        return Optional.ofNullable(deadLetters.get(DeadLettersSeen.keyOf(key)))
                .filter(seen -> seen.uid().equals(uid))
                .map(DeadLettersSeen::latest);
    }

    public List<StorageSeen> storages() {
        return List.copyOf(storages.values());
    }

    /** Returns the keys of records about other subscriptions than these. */
    public Collection<String> keysOfOthers(Set<SubscriptionKey> existing) {
        var keys = new TreeSet<String>();
        deadLetters.values().stream()
                .filter(each -> !existing.contains(each.subscription()))
                .forEach(each -> keys.add(each.key()));
        subscriptionsAnnounced.values().stream()
                .filter(each -> !existing.contains(each.subscription()))
                .forEach(each -> keys.add(each.key()));
        return keys;
    }
}
