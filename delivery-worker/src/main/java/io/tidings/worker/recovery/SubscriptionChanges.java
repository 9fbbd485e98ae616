package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.follower.Follower.Listening;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import java.util.function.Supplier;

/** Tells the poll thread that a subscription was written, or that a lane of it has decided about its endpoint. */
public final class SubscriptionChanges {
    private SubscriptionChanges() {}

    /** @return ends it */
    public static Listening follow(
            Follower<TableChange> follower,
            Follower<SubscriptionKey> healthFollower,
            ResourceTable resources,
            Dispatcher dispatcher,
            Recoveries recoveries,
            Inbox inbox,
            Supplier<ClockReading> clock) {
        var written = follower.listen(change -> {
            if (change instanceof TableChange.SubscriptionPut(var entry)) {
                inbox.execute(() -> {
                    dispatcher.subscriptionWritten(entry, clock.get());
                    recoveries.requested(entry, clock.get());
                    recoveries.decidedElsewhere(entry, clock.get());
                });
            }
        });
        var decided = healthFollower.listen(key -> resources
                .subscription(key)
                .filter(recoveries::hasLanes) // most have one, and wake up nobody
                .ifPresent(entry -> inbox.execute(() -> recoveries.decidedElsewhere(entry, clock.get()))));
        return () -> {
            written.close();
            decided.close();
        };
    }
}
