package io.tidings.ingest.reconcile;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.TableChange;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/** The subscriptions that wait for the handshake. Written by the table's thread, read by the reconciler. */
public final class AwaitingValidation implements Consumer<TableChange> {
    private final Set<SubscriptionKey> waiting = new ConcurrentSkipListSet<>();

    @Override
    public void accept(TableChange change) {
        switch (change) {
            case TableChange.SubscriptionPut(var entry) -> {
                if (settled(entry.state())) {
                    waiting.remove(entry.subscription().key());
                } else {
                    waiting.add(entry.subscription().key());
                }
            }
            case TableChange.SubscriptionRemoved(var key) -> waiting.remove(key);
            case TableChange.SubscriptionIncomplete _,
                    TableChange.DomainTopicChanged _,
                    TableChange.Ignored _,
                    TableChange.TopicPut _,
                    TableChange.EventTypesChanged _,
                    TableChange.TopicRemoved _ -> {}
        }
    }

    private static boolean settled(ProvisioningState state) {
        return switch (state) {
            case SUCCEEDED, FAILED -> true;
            case CREATING, UPDATING, AWAITING_MANUAL_ACTION -> false;
        };
    }

    List<SubscriptionKey> keys() {
        return List.copyOf(waiting);
    }
}
