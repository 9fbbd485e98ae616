package io.tidings.ingest.reconcile;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TableChange.SubscriptionIncomplete;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The subscriptions whose newest record is incomplete. Written by the table's thread, read by the reconciler. */
public final class AwaitingCompletion implements Consumer<TableChange> {
    private final Map<SubscriptionKey, SubscriptionIncomplete> waiting = new ConcurrentSkipListMap<>();

    @Override
    public void accept(TableChange change) {
        switch (change) {
            case SubscriptionIncomplete each -> waiting.put(each.subscription().key(), each);
            case TableChange.SubscriptionPut(var entry) ->
                waiting.remove(entry.subscription().key());
            case TableChange.SubscriptionRemoved(var key) -> waiting.remove(key);
            case TableChange.Ignored ignored ->
                SubscriptionKey.parse(ignored.key()).ifPresent(waiting::remove);
            case TableChange.TopicPut topic -> {}
            case TableChange.TopicRemoved topic -> {}
            case TableChange.EventTypesChanged types -> {}
            case TableChange.DomainTopicChanged topic -> {}
        }
    }

    List<SubscriptionKey> keys() {
        return List.copyOf(waiting.keySet());
    }

    Optional<SubscriptionIncomplete> find(SubscriptionKey key) {
        return Optional.ofNullable(waiting.get(key));
    }
}
