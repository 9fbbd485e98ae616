package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.DynamicHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Adds queued deliveries of the same subscription to a request as far as they fit; never waits for more (B-DEL-6). */
final class Batcher {
    private final FairScheduler<PolledDelivery> scheduler;
    private final BiPredicate<PolledDelivery, ClockReading> admitted;

    /** @param admitted returns whether the delivery may be sent; if not, it has executed another verdict */
    Batcher(FairScheduler<PolledDelivery> scheduler, BiPredicate<PolledDelivery, ClockReading> admitted) {
        this.scheduler = scheduler;
        this.admitted = admitted;
    }

    List<PolledDelivery> of(
            InFlightSlot<PolledDelivery> slot,
            RequestTemplates.Prepared template,
            DynamicHeaders.Values values,
            ClockReading now) {
        var first = slot.first();
        if (template.batch().events() == 1) {
            return List.of(first);
        }
        var batch = new ArrayList<PolledDelivery>();
        batch.add(first);
        long bytes = first.event().length;
        while (true) {
            long before = bytes;
            var next = scheduler.nextOf(
                    slot,
                    polled -> template.batch().takes(batch.size(), before, polled.event().length)
                            && polled.delivery().event().schema() == template.schema()
                            && template.request().valuesOf(polled.event()).equals(values));
            if (next == null) {
                return batch;
            }
            if (admitted.test(next, now)) {
                batch.add(next);
                bytes += next.event().length;
            }
        }
    }
}
