package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.follower.TableFollower.Listening;
import io.tidings.worker.DeliverySession.Tables;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.dispatch.Inbox;
import io.tidings.worker.forward.Recoveries;
import java.util.function.Supplier;

/** Tells the poll thread that a subscription was written, or that a lane of it has decided about its endpoint. */
final class SubscriptionChanges implements AutoCloseable {
    private final Listening written;
    private final Listening decided;

    private SubscriptionChanges(Listening written, Listening decided) {
        this.written = written;
        this.decided = decided;
    }

    static SubscriptionChanges follow(
            Tables tables, Dispatcher dispatcher, Recoveries recoveries, Inbox inbox, Supplier<ClockReading> clock) {
        var written = tables.follower().listen(change -> {
            if (change instanceof TableChange.SubscriptionPut(var entry)) {
                inbox.execute(() -> {
                    dispatcher.subscriptionWritten(entry);
                    recoveries.requested(entry, clock.get());
                    recoveries.decidedElsewhere(entry, clock.get());
                });
            }
        });
        var decided = tables.healthFollower()
                .listen(key -> tables.resources()
                        .subscription(key)
                        .filter(entry -> hasLanes(entry, tables)) // most have one, and wake up nobody
                        .ifPresent(entry -> inbox.execute(() -> recoveries.decidedElsewhere(entry, clock.get()))));
        return new SubscriptionChanges(written, decided);
    }

    private static boolean hasLanes(SubscriptionEntry entry, Tables tables) {
        return entry.subscription().extensions().lanes() > 1
                || tables.healthTable().hasLanes(entry.subscription().key());
    }

    @Override
    public void close() {
        written.close();
        decided.close();
    }
}
