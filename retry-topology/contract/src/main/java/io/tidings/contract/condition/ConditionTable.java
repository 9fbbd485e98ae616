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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The newest records of the conditions topic. Written by the one thread that reads the topic, read by any. */
public final class ConditionTable {
    private final Map<String, ConditionRecord> newest = new ConcurrentHashMap<>();

    /**
     * Applies a record, or a tombstone if the value is null.
     *
     * @return false if this release cannot read it; the former record stays
     */
    public boolean read(String key, byte @Nullable [] value) {
        if (value == null) {
            newest.remove(key);
            return true;
        }
        var record = ConditionJson.read(key, value);
        record.ifPresent(each -> newest.put(key, each));
        return record.isPresent();
    }

    /** Returns whether conditions were announced, or noted without being announced, before. */
    public boolean begun() {
        return newest.containsKey(AnnouncementsBegun.KEY);
    }

    /** @param uid of the subscription; the state of another one of the same name does not count */
    public AnnouncedState announced(SubscriptionKey key, String uid) {
        return newest.get(SubscriptionAnnounced.keyOf(key)) instanceof SubscriptionAnnounced known
                        && known.uid().equals(uid)
                ? known.state()
                : AnnouncedState.NONE;
    }

    public AnnouncedState announced(StorageName storage) {
        return newest.get(StorageAnnounced.keyOf(storage)) instanceof StorageAnnounced known
                ? known.state()
                : AnnouncedState.NONE;
    }

    /** Returns when the latest known dead letter of a subscription was appended. */
    public Optional<Instant> latestDeadLetter(SubscriptionKey key, String uid) {
        return newest.get(DeadLettersSeen.keyOf(key)) instanceof DeadLettersSeen seen
                        && seen.uid().equals(uid)
                ? Optional.of(seen.latest())
                : Optional.empty();
    }

    public List<StorageSeen> storages() {
        return newest.values().stream()
                .filter(StorageSeen.class::isInstance)
                .map(StorageSeen.class::cast)
                .toList();
    }

    /** Returns the keys of records about other subscriptions than these. */
    public Collection<String> keysOfOthers(Set<SubscriptionKey> existing) {
        return newest.values().stream()
                .filter(each -> switch (each) {
                    case DeadLettersSeen seen -> !existing.contains(seen.subscription());
                    case SubscriptionAnnounced announced -> !existing.contains(announced.subscription());
                    case StorageSeen _, StorageAnnounced _, AnnouncementsBegun _ -> false;
                })
                .map(ConditionRecord::key)
                .sorted()
                .toList();
    }
}
