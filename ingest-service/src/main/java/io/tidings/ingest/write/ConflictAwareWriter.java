package io.tidings.ingest.write;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TopicEntry;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes the state of subscriptions, and restores records that invalid ones displaced, without undoing concurrent
 * writes.
 *
 * <p>Every record of a subscription is complete, and Kafka cannot refuse one that is based on an old version. So a
 * writer that finds an unseen record just before its own writes that record again, with the same step applied if it
 * still applies.
 */
public final class ConflictAwareWriter {
    private final ResourceTable table;
    private final ResourceWriter writer;
    private final OvertakenChanges changes;

    public ConflictAwareWriter(ResourceTable table, ResourceWriter writer, OvertakenChanges changes) {
        this.table = table;
        this.writer = writer;
        this.changes = changes;
    }

    /**
     * Writes the next state of a subscription.
     *
     * @param step from the newest version to its next state, or empty; called again for every version that appears
     * @return whether there was something to do
     */
    public boolean move(SubscriptionKey key, Function<SubscriptionEntry, Optional<Provisioning>> step) {
        return change(
                key,
                entry -> step.apply(entry)
                        .map(next -> entry.with(next.remembering(
                                entry.provisioning(), entry.subscription().paused()))));
    }

    /**
     * Writes the next version of a subscription.
     *
     * @param step as for {@link #move}
     */
    public boolean change(SubscriptionKey key, Function<SubscriptionEntry, Optional<SubscriptionEntry>> step) {
        return watching(key.toString(), () -> {
            var problem = table.problem(key).orElse(null);
            if (incomplete(key)) {
                return false; // a record of another tool is completed first, or it would be undone here
            }
            var entry = table.subscription(key).filter(each -> !each.locked());
            var next = entry.flatMap(step);
            next.ifPresent(each -> write(each, problem, step));
            return next.isPresent();
        });
    }

    /**
     * Completes a subscription that another tool has written.
     *
     * @param completed what to write; empty if another instance has done it
     */
    public void complete(SubscriptionKey key, Supplier<Optional<SubscriptionEntry>> completed) {
        watching(key.toString(), () -> {
            var found = completed.get();
            found.ifPresent(entry -> write(entry, null, _ -> Optional.empty()));
            return found.isPresent();
        });
    }

    /**
     * Writes the valid record again behind a newer invalid one; otherwise compaction would remove it.
     *
     * @return false if another instance has done it
     */
    public boolean restore(SubscriptionKey key) {
        return writeAgain(key, table::displacedSubscriptions);
    }

    /**
     * Writes a subscription again that has secrets in plain text, without an origin, or sealed with an old key.
     *
     * @return false if another instance has done it
     */
    public boolean rewriteSealed(SubscriptionKey key) {
        return writeAgain(key, table::subscriptionsToSeal);
    }

    /** @return false if another instance has done it */
    public boolean restoreTopic(String name) {
        return writeTopicAgain(name, table::displacedTopics);
    }

    /** @return false if another instance has done it */
    public boolean sealTopic(String name) {
        return writeTopicAgain(name, table::topicsToSeal);
    }

    /** Deletes the event types whose topic was deleted without them, so that no topic of its name gets them. */
    public void removeOrphanedEventTypes() {
        writer.alone(() -> {
            var orphans = table.orphanedEventTypes();
            orphans.forEach(writer::removeEventType);
            return orphans.size();
        });
    }

    private boolean writeAgain(SubscriptionKey key, Supplier<List<SubscriptionKey>> needed) {
        return watching(key.toString(), () -> {
            var entry = needed.get().contains(key) && !incomplete(key)
                    ? table.subscription(key)
                    : Optional.<SubscriptionEntry>empty();
            var problem = table.problem(key).orElse(null);
            entry.ifPresent(each -> write(each, problem, _ -> Optional.empty()));
            return entry.isPresent();
        });
    }

    private boolean writeTopicAgain(String name, Supplier<List<String>> needed) {
        return watching(name, () -> {
            var entry = needed.get().contains(name) ? table.topic(name) : Optional.<TopicEntry>empty();
            entry.ifPresent(each -> writeTopic(each, table.topicProblem(name).orElse(null)));
            return entry.isPresent();
        });
    }

    private boolean incomplete(SubscriptionKey key) {
        return table.problem(key).filter(ResourceTable.INCOMPLETE::equals).isPresent();
    }

    /** Watches for records of other writers from before the change reads the resource. */
    private boolean watching(String key, BooleanSupplier change) {
        return writer.alone(() -> {
            changes.watch(key);
            try {
                return change.getAsBoolean();
            } finally {
                changes.stopWatching();
            }
        });
    }

    private void write(
            SubscriptionEntry entry,
            @Nullable String replaced,
            Function<SubscriptionEntry, Optional<SubscriptionEntry>> step) {
        long offset = writer.put(entry.subscription(), entry.uid(), entry.provisioning(), replaced);
        changes.overtakenBy(offset).ifPresent(overtaken -> putBack(overtaken, step));
    }

    private void putBack(TableChange overtaken, Function<SubscriptionEntry, Optional<SubscriptionEntry>> step) {
        switch (overtaken) {
            case TableChange.SubscriptionPut(var entry) ->
                write(step.apply(entry).orElse(entry), null, step);
            case TableChange.SubscriptionIncomplete(var subscription, var _) -> writer.putIncomplete(subscription);
            case TableChange.SubscriptionRemoved(var key) -> writer.removeSubscription(key);
            case TableChange.TopicPut(var entry) -> writeTopic(entry, null);
            case TableChange.TopicRemoved(var topic) -> writer.removeTopic(topic);
            case TableChange.DomainTopicChanged _, TableChange.EventTypesChanged _, TableChange.Ignored _ -> {}
        }
    }

    private void writeTopic(TopicEntry entry, @Nullable String replaced) {
        long offset = writer.put(entry.topic(), entry.keys(), replaced);
        changes.overtakenBy(offset).ifPresent(overtaken -> putBack(overtaken, _ -> Optional.empty()));
    }
}
