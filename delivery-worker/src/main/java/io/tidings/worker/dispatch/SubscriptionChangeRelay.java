package io.tidings.worker.dispatch;

import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import java.util.function.Consumer;

/**
 * Hands on what was written to the subscriptions table, from when there is somebody who has use for it. Called by the
 * thread that follows the table.
 */
public final class SubscriptionChangeRelay implements Consumer<TableChange> {
    private volatile Consumer<SubscriptionEntry> taker = _ -> {};

    /** Has all further ones handed to somebody, who must be quick. */
    public void goTo(Consumer<SubscriptionEntry> next) {
        taker = next;
    }

    @Override
    public void accept(TableChange change) {
        if (change instanceof TableChange.SubscriptionPut(var entry)) {
            taker.accept(entry);
        }
    }
}
