package io.tidings.topology.match;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TopicEntry;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The global tables as this program has read them, and their index. Kept here and not in the processors, because
 * Streams makes one processor to restore a table and another to follow it. Written by the global thread.
 */
public final class ResourceTables {
    private static final Logger log = LoggerFactory.getLogger(ResourceTables.class);

    private final ResourceTable table;
    private final MatchIndex index;
    private final TableProgress topicsRead;
    private final TableProgress subscriptionsRead;
    private final MatchMetrics metrics;
    private final Consumer<Optional<ResourceTables>> user;
    private volatile boolean restored;

    /** @param user told that the tables are known, after each change of a topic, and when they are no longer followed */
    public ResourceTables(
            ResourceTable table,
            MatchIndex index,
            TableProgress topicsRead,
            TableProgress subscriptionsRead,
            MatchMetrics metrics,
            Consumer<Optional<ResourceTables>> user) {
        this.table = table;
        this.index = index;
        this.topicsRead = topicsRead;
        this.subscriptionsRead = subscriptionsRead;
        this.metrics = metrics;
        this.user = user;
    }

    public MatchIndex index() {
        return index;
    }

    public TableProgress topicsRead() {
        return topicsRead;
    }

    public TableProgress subscriptionsRead() {
        return subscriptionsRead;
    }

    public void readTopic(@Nullable String key, Headers headers, byte @Nullable [] value, long offset) {
        var name = key == null ? "" : key;
        if (!isMark(name)) {
            apply(table.readTopic(name, headers, value, offset));
        }
        topicsRead.advanceTo(offset + 1);
    }

    public void readSubscription(@Nullable String key, Headers headers, byte @Nullable [] value, long offset) {
        var name = key == null ? "" : key;
        if (!isMark(name)) {
            apply(table.readSubscription(name, headers, value, offset));
        }
        subscriptionsRead.advanceTo(offset + 1);
    }

    /** Returns whether events have waited for a table for longer than usual. */
    public boolean behind() {
        return topicsRead.behind() || subscriptionsRead.behind();
    }

    /** @param reading returns when every record of the tables has been read */
    public void restore(Runnable reading) {
        reading.run();
        restored = true; // obstacles are logged from now on; before, a topic may just be unread
        logObstacles(index.candidates());
        user.accept(Optional.of(this));
    }

    /** Called when the tables are no longer followed. */
    public void stopped() {
        restored = false;
        user.accept(Optional.empty());
    }

    public Collection<TopicEntry> topics() {
        return table.topics();
    }

    public Collection<SubscriptionEntry> subscriptions(String topic) {
        return table.subscriptions(topic);
    }

    /** Returns whether a subscription is not deleted; an invalid record may stand in the place of its own. */
    public boolean exists(SubscriptionKey key, String uid) {
        var entry = table.subscription(key);
        return entry.isPresent()
                ? entry.get().uid().equals(uid)
                : table.problem(key).isPresent();
    }

    private void apply(TableChange change) {
        index.apply(change);
        switch (change) {
            case TableChange.Ignored(var key, var problem, var offset) -> {
                metrics.ignored();
                log.warn("{} at offset {} is ignored, the record before it stays in force: {}", key, offset, problem);
            }
            case TableChange.TopicPut(var entry) -> topicChanged(entry.topic().name());
            case TableChange.TopicRemoved(var topic) -> topicChanged(topic);
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

    private void topicChanged(String topic) {
        logObstacles(index.candidates(topic));
        if (restored) {
            user.accept(Optional.of(this));
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
