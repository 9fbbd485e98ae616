package io.tidings.ingest.write;

import io.tidings.contract.table.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Other writers' records of one topic or subscription that this instance is about to write; filled by the table's
 * thread. An instance has one writer at a time, so it watches only one resource.
 */
public final class OvertakenChanges implements Consumer<TableChange> {
    private final List<TableChange> seen = new ArrayList<>();
    /** {@code topic} or {@code topic/subscription}. */
    private @Nullable String watched;

    @Override
    public synchronized void accept(TableChange change) {
        if (watched != null && watched.equals(key(change))) {
            seen.add(change);
        }
    }

    private static @Nullable String key(TableChange change) {
        return switch (change) {
            case TableChange.SubscriptionPut(var entry) ->
                entry.subscription().key().toString();
            case TableChange.SubscriptionIncomplete(var subscription, var _) ->
                subscription.key().toString();
            case TableChange.SubscriptionRemoved(var key) -> key.toString();
            case TableChange.TopicPut(var entry) -> entry.topic().name();
            case TableChange.TopicRemoved(var topic) -> topic;
            case TableChange.DomainTopicChanged _, TableChange.EventTypesChanged _, TableChange.Ignored _ -> null;
        };
    }

    synchronized void watch(String key) {
        watched = key;
        seen.clear();
    }

    synchronized void stopWatching() {
        watched = null;
        seen.clear();
    }

    /** Returns, once, the record just before our own record at an offset; empty if a later record has replaced both. */
    synchronized Optional<TableChange> overtakenBy(long offset) {
        int last = seen.size() - 1;
        boolean newest = last >= 0 && offset(seen.get(last)) == offset;
        var overtaken = newest && last > 0 ? Optional.of(seen.get(last - 1)) : Optional.<TableChange>empty();
        seen.clear();
        return overtaken;
    }

    /** Returns -1 for a change without a valid record. */
    private static long offset(TableChange change) {
        return switch (change) {
            case TableChange.SubscriptionPut(var entry) -> entry.offset();
            case TableChange.TopicPut(var entry) -> entry.offset();
            case TableChange.SubscriptionIncomplete _,
                    TableChange.SubscriptionRemoved _,
                    TableChange.TopicRemoved _,
                    TableChange.DomainTopicChanged _,
                    TableChange.EventTypesChanged _,
                    TableChange.Ignored _ -> -1;
        };
    }
}
