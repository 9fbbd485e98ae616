package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.DynamicHeaderValues;
import java.util.ArrayList;
import java.util.List;

/** Finds what waits for the same subscription and fits into the same request; never waits for more (B-DEL-6). */
final class Batcher {
    private final FairScheduler<PolledDelivery> scheduler;
    private final PreSendCheck check;

    Batcher(FairScheduler<PolledDelivery> scheduler, PreSendCheck check) {
        this.scheduler = scheduler;
        this.check = check;
    }

    /** @return the first delivery of a turn and those that go with it */
    List<PolledDelivery> of(
            InFlightSlot<PolledDelivery> slot,
            RequestTemplates.Prepared head,
            DynamicHeaderValues values,
            ClockReading now) {
        var first = slot.first();
        if (head.batch().events() == 1) {
            return List.of(first);
        }
        var batch = new ArrayList<PolledDelivery>();
        batch.add(first);
        long bytes = first.event().length;
        while (true) {
            long before = bytes;
            var next = scheduler.nextOf(
                    slot,
                    polled -> head.batch().takes(batch.size(), before, polled.event().length)
                            && polled.delivery().event().schema() == head.schema()
                            && head.request().valuesOf(polled.event()).equals(values));
            if (next == null) {
                return batch;
            }
            if (check.sendable(next, now) != null) {
                batch.add(next);
                bytes += next.event().length;
            }
        }
    }
}
