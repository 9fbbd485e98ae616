package io.tidings.ingest.write;

import io.tidings.contract.table.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was written of one topic or subscription while somebody here was about to write it; told by the table's thread.
 *
 * <p>There is one writer at a time on an instance, so one resource is enough.
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
            case TableChange.Ignored _ -> null;
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

    /**
     * What came just before the record at an offset, which has been read; empty when something has come after it. It is
     * told once.
     */
    synchronized Optional<TableChange> overtakenBy(long offset) {
        int last = seen.size() - 1;
        boolean newest = last >= 0 && offset(seen.get(last)) == offset;
        var overtaken = newest && last > 0 ? Optional.of(seen.get(last - 1)) : Optional.<TableChange>empty();
        seen.clear();
        return overtaken;
    }

    /** Of a record that puts a resource in force; -1 for others. */
    private static long offset(TableChange change) {
        return switch (change) {
            case TableChange.SubscriptionPut(var entry) -> entry.offset();
            case TableChange.TopicPut(var entry) -> entry.offset();
            case TableChange.SubscriptionIncomplete _,
                    TableChange.SubscriptionRemoved _,
                    TableChange.TopicRemoved _,
                    TableChange.Ignored _ -> -1;
        };
    }
}
