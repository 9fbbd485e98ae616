package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * {@link Promise#ORDER_IS_KEPT}: no request with an event arrives before the one in front of it in the same partition of
 * {@code events}, with the same order key, was accepted or given up (B-LANE-2). A request that its worker had given up
 * before it arrived does not count, and neither does a repeat of an event that was accepted before.
 *
 * <p>An event that was matched while partitions were added, or after that, may pass one that was matched before the end
 * of the growth: their key may have moved.
 */
final class OrderIsKept implements PromiseRule {
    private final IdentityHashMap<DeliveryHistory, DeliveryHistory> inFront = new IdentityHashMap<>();
    private final List<Disturbance> growths;

    private record Queue(String partition, String key) {}

    /** An event in its partition. */
    private record Placed(long offset, DeliveryHistory delivery) {}

    /** @param orderKey of the event with that id */
    public OrderIsKept(
            Collection<DeliveryHistory> histories, UnaryOperator<String> orderKey, List<Disturbance> disturbances) {
        growths =
                disturbances.stream().filter(each -> each.reach() == Reach.KEYS).toList();
        var queues = new HashMap<Queue, List<Placed>>();
        for (var delivery : histories) {
            // A redriven event has a later place; one that was published twice has two places.
            if (delivery.redriven() == 0 && delivery.beginnings().size() == 1) {
                var source = delivery.beginnings().keySet().iterator().next();
                int end = source.lastIndexOf('@');
                var queue = new Queue(source.substring(0, end), orderKey.apply(delivery.event()));
                queues.computeIfAbsent(queue, _ -> new ArrayList<>())
                        .add(new Placed(Long.parseLong(source.substring(end + 1)), delivery));
            }
        }
        for (var queue : queues.values()) {
            queue.sort(Comparator.comparingLong(Placed::offset));
            for (int i = 1; i < queue.size(); i++) {
                inFront.put(queue.get(i).delivery(), queue.get(i - 1).delivery());
            }
        }
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        var before = inFront.get(delivery);
        if (before == null || growths.stream().anyMatch(growth -> straddle(before, delivery, growth))) {
            return;
        }
        var began = punctual(delivery).map(EndpointRequest::arrived).min(Comparator.naturalOrder());
        var ended = end(before);
        if (began.isPresent() && ended.isPresent() && began.get().isBefore(ended.get())) {
            found.accept(delivery.violates(
                    Promise.ORDER_IS_KEPT,
                    "a request came at %s, event %s in front of it ended at %s"
                            .formatted(began.get(), before.event(), ended.get())));
        }
    }

    private static boolean straddle(DeliveryHistory before, DeliveryHistory delivery, Disturbance growth) {
        var first = before.firstMatched().orElseThrow();
        var last = delivery.lastMatched().orElseThrow();
        return first.isBefore(growth.until().plus(CheckLimits.NEW_PARTITIONS_UNSEEN)) && last.isAfter(growth.from());
    }

    /** The time when an event was accepted for the first time, or else given up after its last attempt. */
    private static Optional<Instant> end(DeliveryHistory delivery) {
        var accepted = delivery.requests().stream()
                .filter(EndpointRequest::accepted)
                .map(EndpointRequest::answered)
                .min(Comparator.naturalOrder());
        return accepted.isPresent()
                ? accepted
                : punctual(delivery).map(EndpointRequest::answered).max(Comparator.naturalOrder());
    }

    private static Stream<EndpointRequest> punctual(DeliveryHistory delivery) {
        return delivery.requests().stream().filter(request -> !delivery.late(request));
    }
}
