package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.InFlightSlot;
import io.tidings.worker.webhook.DynamicHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Starts requests, and adds queued deliveries of the same subscription as far as they fit; never waits for more (B-DEL-6). */
final class Batcher {
    private final FairScheduler<PolledDelivery> scheduler;
    private final RequestTemplates templates;
    private final Attempts attempts;
    private final BiPredicate<PolledDelivery, ClockReading> admitted;

    /** @param admitted returns whether the delivery may be sent; if not, it has executed another verdict */
    Batcher(
            FairScheduler<PolledDelivery> scheduler,
            RequestTemplates templates,
            Attempts attempts,
            BiPredicate<PolledDelivery, ClockReading> admitted) {
        this.scheduler = scheduler;
        this.templates = templates;
        this.attempts = attempts;
        this.admitted = admitted;
    }

    void send(SubscriptionEntry entry, Attempt.Grant grant, ClockReading now) {
        var slot = grant.slot();
        var first = slot.first();
        var template = templates.of(entry, first.delivery().event().schema());
        slot.terms(grant.breaker(), template.rate());
        var values = template.request()
                .valuesOf(first.event(), first.delivery().event().recordValues());
        var batch = batch(slot, template, values, now);
        attempts.start(new Attempt(batch, entry, template.request(), grant, now), values);
    }

    private List<PolledDelivery> batch(
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
                            && template.request()
                                    .valuesOf(
                                            polled.event(),
                                            polled.delivery().event().recordValues())
                                    .equals(values));
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
