package io.tidings.topology;

import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.topology.table.TableProgress;
import io.tidings.topology.telemetry.MatchMetrics;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The global tables as this program has read them, and their index. Kept here and not in the processors, because
 * Streams makes one processor to restore a table and another to follow it. Written by the global thread.
 */
final class ResourceTables {
    private static final Logger log = LoggerFactory.getLogger(ResourceTables.class);

    private final ResourceTable table;
    private final MatchIndex index;
    private final TableProgress topicsRead;
    private final TableProgress subscriptionsRead;
    private final MatchMetrics metrics;
    private volatile boolean restored;

    ResourceTables(
            ResourceTable table,
            MatchIndex index,
            TableProgress topicsRead,
            TableProgress subscriptionsRead,
            MatchMetrics metrics) {
        this.table = table;
        this.index = index;
        this.topicsRead = topicsRead;
        this.subscriptionsRead = subscriptionsRead;
        this.metrics = metrics;
    }

    MatchIndex index() {
        return index;
    }

    TableProgress topicsRead() {
        return topicsRead;
    }

    TableProgress subscriptionsRead() {
        return subscriptionsRead;
    }

    void readTopic(@Nullable String key, Headers headers, byte @Nullable [] value, long offset) {
        var name = key == null ? "" : key;
        if (!isMark(name)) {
            apply(table.readTopic(name, headers, value, offset));
        }
        topicsRead.advanceTo(offset + 1);
    }

    void readSubscription(@Nullable String key, Headers headers, byte @Nullable [] value, long offset) {
        var name = key == null ? "" : key;
        if (!isMark(name)) {
            apply(table.readSubscription(name, headers, value, offset));
        }
        subscriptionsRead.advanceTo(offset + 1);
    }

    /** Returns whether events have waited for a table for longer than usual. */
    boolean behind() {
        return topicsRead.behind() || subscriptionsRead.behind();
    }

    /** @param reading returns when every record of the tables has been read */
    void restore(Runnable reading) {
        reading.run();
        restored = true; // obstacles are logged from now on; before, a topic may just be unread
        logObstacles(index.candidates());
    }

    private void apply(TableChange change) {
        index.apply(change);
        switch (change) {
            case TableChange.Ignored(var key, var problem, var offset) -> {
                metrics.ignored();
                log.warn("{} at offset {} is ignored, the record before it stays in force: {}", key, offset, problem);
            }
            case TableChange.TopicPut(var entry) ->
                logObstacles(index.candidates(entry.topic().name()));
            case TableChange.TopicRemoved(var topic) -> logObstacles(index.candidates(topic));
            case TableChange.SubscriptionPut(var entry) -> {
                metrics.exists(entry.subscription().key());
                if (restored && entry.matches()) {
                    logObstacle(entry);
                }
            }
            case TableChange.SubscriptionRemoved(var key) -> {
                metrics.removed(key);
                log.debug("{} no longer matches", key);
            }
            case TableChange.SubscriptionIncomplete(var subscription, var _) ->
                log.debug("{} takes effect when its owner has completed it", subscription.key());
        }
    }

    private void logObstacles(List<CompiledSubscription> candidates) {
        if (restored) {
            candidates.forEach(compiled -> logObstacle(compiled.entry()));
        }
    }

    private void logObstacle(SubscriptionEntry entry) {
        index.obstacle(entry)
                .ifPresent(sentence ->
                        log.info("{} matches nothing: {}", entry.subscription().key(), sentence));
    }

    /** A mark of our own, not a resource: {@code #} is not allowed in names. */
    private static boolean isMark(String key) {
        return key.startsWith("#");
    }
}
