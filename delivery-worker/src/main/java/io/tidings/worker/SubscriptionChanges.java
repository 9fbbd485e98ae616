package io.tidings.worker;

import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.TableChange;
import java.util.function.Consumer;

/**
 * Hands on what was written to the subscriptions table, from when there is somebody who has use for it. Called by the
 * thread that follows the table.
 */
final class SubscriptionChanges implements Consumer<TableChange> {
    private volatile Consumer<SubscriptionEntry> taker = _ -> {};

    /** Has all further ones handed to somebody, who must be quick. */
    void goTo(Consumer<SubscriptionEntry> next) {
        taker = next;
    }

    @Override
    public void accept(TableChange change) {
        if (change instanceof TableChange.SubscriptionPut(var entry)) {
            taker.accept(entry);
        }
    }
}
