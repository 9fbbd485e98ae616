package io.tidings.ingest.systemevent;

import static io.tidings.contract.condition.AnnouncedMark.OUTAGE;

import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Compares the present condition of a storage with what was announced of it (B-SYS-2). Pure: no clock, no I/O.
 *
 * @param source the id of the topic of system events
 */
public record StorageAnnouncements(String source) {
    /** An outage that is over sooner is not announced. */
    static final Duration GRACE = Duration.ofSeconds(10);

    /** Returns empty if there is nothing to announce yet. */
    public Optional<Announcement> next(AnnouncedState before, StorageSeen now, Instant at) {
        return announcement(before, now, at)
                .filter(each -> each.mayFollow(before, SubscriptionAnnouncements.INTERVAL, at));
    }

    private Optional<Announcement> announcement(AnnouncedState before, StorageSeen now, Instant at) {
        var known = before.mark(OUTAGE);
        if (now.available()) {
            return known.map(begun -> Announcement.publish(
                    event(SystemEventType.STORAGE_AVAILABLE, now, begun, now.since()), before.without(OUTAGE), at));
        }
        return known.isPresent() || at.isBefore(now.since().plus(GRACE))
                ? Optional.empty()
                : Optional.of(Announcement.publish(
                        event(SystemEventType.STORAGE_UNAVAILABLE, now, now.since(), now.since()),
                        before.with(OUTAGE, now.since()),
                        at));
    }

    private SystemEvent event(SystemEventType type, StorageSeen of, Instant begun, Instant time) {
        var storage = of.storage();
        var data = new LinkedHashMap<String, String>();
        data.put("account", storage.account());
        data.put("container", storage.container());
        data.put("since", begun.toString());
        return new SystemEvent(
                type,
                SystemEvent.idOf(type, storage.toString(), begun),
                source,
                "storageAccounts/" + storage.account() + "/containers/" + storage.container(),
                time,
                data);
    }
}
