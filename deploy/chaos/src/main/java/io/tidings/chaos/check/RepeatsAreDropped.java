package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link Promise#REPEATS_ARE_DROPPED}: an event has one chain for each subscription, though it was published twice to
 * a topic that deduplicates (B-DEDUP-3), and though both the job of a start in the past and matching could deliver it
 * (B-START). A job writes each delivery once. Events around a growth are not judged, since the window begins anew.
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
