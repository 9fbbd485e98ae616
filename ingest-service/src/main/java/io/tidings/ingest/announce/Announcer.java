package io.tidings.ingest.announce;

import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.condition.ConditionRecord;
import io.tidings.contract.condition.ConditionRecord.AnnouncementsBegun;
import io.tidings.contract.condition.ConditionRecord.StorageAnnounced;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionRecord.SubscriptionAnnounced;
import io.tidings.contract.condition.ConditionTable;
import io.tidings.ingest.systemevent.Announcement;
import io.tidings.ingest.systemevent.StorageAnnouncements;
import io.tidings.ingest.systemevent.SubscriptionAnnouncements;
import io.tidings.ingest.systemevent.SubscriptionCondition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what has changed since it was last announced (B-SYS-2). Confined to the reconciler's thread.
 *
 * <p>The event is durable before the state that remembers it, so a crash between them repeats an event with the same
 * id, and none is lost. Another instance that takes over knows the state from the topic.
 *
 * <pre>
 *   present condition ──┐
 *                       ├─> next step ──> event ──> state of what was announced ──┐
 *   announced state ────┘                                                         │
 *          ^──────────────────────── conditions topic <───────────────────────────┘
 * </pre>
 */
public final class Announcer implements Runnable {
    static final int EVENTS_A_MINUTE = 60;

    private static final Logger log = LoggerFactory.getLogger(Announcer.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final PresentConditions present;
    private final SubscriptionAnnouncements subscriptionRules;
    private final StorageAnnouncements storageRules;
    private final SystemEventWriter writer;
    private final Clock clock;
    private final MinuteBudget budget = new MinuteBudget(EVENTS_A_MINUTE);
    private Instant lastPass = Instant.EPOCH;
    private Optional<String> problem = Optional.empty();
    private long written;
    private int first;

    public Announcer(
            PresentConditions present,
            SubscriptionAnnouncements subscriptionRules,
            StorageAnnouncements storageRules,
            SystemEventWriter writer,
            Clock clock) {
        this.present = present;
        this.subscriptionRules = subscriptionRules;
        this.storageRules = storageRules;
        this.writer = writer;
        this.clock = clock;
    }

    /** Makes a pass once a second, when its own records of the former pass have been read back. */
    @Override
    public void run() {
        var now = clock.instant();
        boolean due = Duration.between(lastPass, now).abs().compareTo(INTERVAL) >= 0;
        if (!due || present.position().getAsLong() < written) {
            return;
        }
        lastPass = now;
        if (table().begun()) {
            forgetRemoved();
            announce(now);
        } else {
            noteWhatIsThere(now);
        }
    }

    private ConditionTable table() {
        return present.conditions();
    }

    /** Without this the first start would publish the condition of every subscription. */
    private void noteWhatIsThere(Instant now) {
        for (var condition : present.subscriptions()) {
            var before = announced(condition);
            var after = before;
            for (var step = next(condition, after, now); step.isPresent(); step = next(condition, after, now)) {
                after = step.get().after();
            }
            if (!after.equals(before)) {
                write(record(condition, after));
            }
        }
        for (var storage : table().storages()) {
            storageRules
                    .next(table().announced(storage.storage()), storage, now)
                    .ifPresent(step -> write(new StorageAnnounced(storage.storage(), step.after())));
        }
        write(new AnnouncementsBegun(now));
        log.info(
                "system events are published to the topic {}, beginning with changes from now on",
                present.systemTopic().name());
    }

    private void forgetRemoved() {
        var existing = present.table().subscriptions().stream()
                .map(entry -> entry.subscription().key())
                .collect(Collectors.toSet());
        for (var key : table().keysOfOthers(existing)) {
            written = writer.remove(key) + 1;
        }
    }

    private void announce(Instant now) {
        if (!publishable()) {
            return;
        }
        var subscriptions = present.subscriptions();
        for (int number = 0; number < subscriptions.size(); number++) {
            int at = (first + number) % subscriptions.size();
            var condition = subscriptions.get(at);
            if (!announce(condition, now)) {
                first = at; // the next pass begins here, so that each gets its turn
                return;
            }
        }
        for (var storage : table().storages()) {
            announce(storage, now);
        }
    }

    /** Nothing is lost meanwhile, because the present condition is compared again in each pass. */
    private boolean publishable() {
        var found = present.problem();
        if (!found.equals(problem)) {
            problem = found;
            found.ifPresentOrElse(
                    cause -> log.warn(
                            "system.events.topic: {}. System events wait until it is right; a topic is created {}",
                            cause,
                            present.systemTopic().creation()),
                    () -> log.info(
                            "system.events.topic: {} accepts system events",
                            present.systemTopic().name()));
        }
        return found.isEmpty();
    }

    private boolean announce(SubscriptionCondition condition, Instant now) {
        return announce(
                announced(condition), state -> next(condition, state, now), state -> record(condition, state), now);
    }

    private boolean announce(StorageSeen storage, Instant now) {
        return announce(
                table().announced(storage.storage()),
                state -> storageRules.next(state, storage, now),
                state -> new StorageAnnounced(storage.storage(), state),
                now);
    }

    /** Returns false if no more events may be published in this minute. */
    private boolean announce(
            AnnouncedState before,
            Function<AnnouncedState, Optional<Announcement>> next,
            Function<AnnouncedState, ConditionRecord> record,
            Instant now) {
        for (var step = next.apply(before);
                step.isPresent();
                step = next.apply(step.get().after())) {
            var event = step.get().published();
            if (event.isPresent() && !budget.take(now)) {
                return false;
            }
            event.ifPresent(writer::publish);
            write(record.apply(step.get().after()));
        }
        return true;
    }

    private AnnouncedState announced(SubscriptionCondition condition) {
        return table().announced(condition.key(), condition.uid());
    }

    private Optional<Announcement> next(SubscriptionCondition condition, AnnouncedState before, Instant now) {
        return subscriptionRules.next(before, condition, now);
    }

    private static SubscriptionAnnounced record(SubscriptionCondition condition, AnnouncedState state) {
        return new SubscriptionAnnounced(condition.key(), condition.uid(), state);
    }

    private void write(ConditionRecord record) {
        written = writer.write(record) + 1;
    }
}
