package io.tidings.topology.match;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TopicEntry;
import io.tidings.runtime.follower.Followed;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables as matching has read them, and their index. Written by the thread of their follower. */
public final class ResourceTables {
    private static final Logger log = LoggerFactory.getLogger(ResourceTables.class);

    private final ResourceTable table;
    private final MatchIndex index;
    private final TableProgress topicsRead;
    private final TableProgress subscriptionsRead;
    private final MatchMetrics metrics;
    private final Consumer<Optional<ResourceTables>> user;
    private final Map<SubscriptionKey, String> openByKey = new HashMap<>();
    private final Set<String> openStarts = ConcurrentHashMap.newKeySet();
    private volatile boolean caughtUp;

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

    /** Returns the topics of the tables, and the reader that keeps the tables up to date with them. */
    public Followed<TableChange> followed(Topics topics) {
        return Followed.resources(topics, table, this::apply);
    }

    /** Returns whether events have waited for a table for longer than usual. */
    public boolean behind() {
        return topicsRead.behind() || subscriptionsRead.behind();
    }

    /** Called when every record of the tables has been read. */
    public void caughtUp() {
        caughtUp = true; // obstacles are logged from now on; before, a topic may just be unread
        logObstacles(index.candidates());
        user.accept(Optional.of(this));
    }

    /** Called when the tables are no longer followed. */
    public void stopped() {
        caughtUp = false;
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

    /**
     * Returns the uids of the starts in the past that are open (B-START), also of subscriptions that do not match at the
     * moment.
     */
    public Set<String> openStarts() {
        return openStarts;
    }

    private static boolean isOpen(SubscriptionEntry entry) {
        return entry.provisioning().start() == StartState.OPEN;
    }

    /**
     * An ingest service that had not read the end of a start yet may write that it is open, until the owner repairs that.
     * Events that come meanwhile are matched: its markers may be forgotten.
     */
    private TableChange withEndOfStart(TableChange change) {
        return change instanceof TableChange.SubscriptionPut(var entry) && isOpen(entry) && hasStarted(entry)
                ? new TableChange.SubscriptionPut(
                        entry.with(entry.provisioning().start(StartState.DONE)))
                : change;
    }

    private boolean hasStarted(SubscriptionEntry next) {
        var key = next.subscription().key();
        return index.candidate(key.topic(), key.name()).stream()
                .map(CompiledSubscription::entry)
                .anyMatch(before ->
                        before.uid().equals(next.uid()) && before.provisioning().start() == StartState.DONE);
    }

    /** Called when events are no longer matched against the former version. */
    private void noteStart(SubscriptionKey key, @Nullable String uid) {
        var former = uid == null ? openByKey.remove(key) : openByKey.put(key, uid);
        if (former != null && !openByKey.containsValue(former)) {
            openStarts.remove(former);
        }
    }

    private void apply(TableChange change) {
        if (change instanceof TableChange.SubscriptionPut(var entry) && isOpen(entry)) {
            openStarts.add(entry.uid()); // before events are matched against it
        }
        index.apply(withEndOfStart(change));
        switch (change) {
            case TableChange.Ignored _ -> metrics.ignored();
            case TableChange.TopicPut(var entry) -> topicChanged(entry.topic().name());
            case TableChange.TopicRemoved(var topic) -> topicChanged(topic);
            case TableChange.DomainTopicChanged _, TableChange.EventTypesChanged _ -> {}
            case TableChange.SubscriptionPut(var entry) -> {
                noteStart(entry.subscription().key(), isOpen(entry) ? entry.uid() : null);
                metrics.exists(entry.subscription().key());
                if (caughtUp && entry.matches()) {
                    logObstacle(entry);
                }
            }
            case TableChange.SubscriptionRemoved(var key) -> {
                noteStart(key, null);
                metrics.removed(key);
                log.debug("{} no longer matches", key);
            }
            case TableChange.SubscriptionIncomplete(var subscription, var _) ->
                log.debug("{} takes effect when its owner has completed it", subscription.key());
        }
    }

    private void topicChanged(String topic) {
        logObstacles(index.candidates(topic));
        if (caughtUp) {
            user.accept(Optional.of(this));
        }
    }

    private void logObstacles(List<CompiledSubscription> candidates) {
        if (caughtUp) {
            candidates.forEach(compiled -> logObstacle(compiled.entry()));
        }
    }

    private void logObstacle(SubscriptionEntry entry) {
        index.obstacle(entry)
                .ifPresent(sentence ->
                        log.info("{} matches nothing: {}", entry.subscription().key(), sentence));
    }
}
