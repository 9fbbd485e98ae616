package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link Promise#REPEATS_ARE_DROPPED}: an event that was published twice has one chain where the topic deduplicates
 * (B-DEDUP-3), and so has one that the job of a start in the past and matching could both bring (B-START). What a job has
 * written, it writes once. A growth begins the window anew.
 */
record RepeatsAreDropped(List<Disturbance> disturbances) implements PromiseRule {
    RepeatsAreDropped {
        disturbances = List.copyOf(disturbances);
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        boolean twiceByJob = delivery.beginnings().entrySet().stream()
                .anyMatch(each -> each.getKey().endsWith(MatchedDelivery.BY_START) && each.getValue() > 1);
        boolean grown = disturbances.stream().anyMatch(each -> each.reach() == Reach.KEYS);
        if (delivery.redriven() == 0 && (twiceByJob || (delivery.beginnings().size() > 1 && !grown))) {
            found.accept(delivery.violates(Promise.REPEATS_ARE_DROPPED, "it began at " + delivery.beginnings()));
        }
    }
}
