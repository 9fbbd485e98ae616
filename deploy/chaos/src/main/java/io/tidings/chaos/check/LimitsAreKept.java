package io.tidings.chaos.check;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * {@link Promise#LIMITS_ARE_KEPT}: no more requests arrive in some seconds, and none is open beside more others, than the
 * limits of the subscription let through. A half more is tolerated: a request may arrive as late as it times out,
 * after 5 s, and a worker that was killed leaves some behind.
 */
final class LimitsAreKept implements PromiseRule {
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final double TOLERANCE = 1.5;

    private final Set<EndpointRequest> excessive = new HashSet<>();

    /** @param requests without batches, of which each counts once */
    LimitsAreKept(SubscriptionTerms terms, Collection<EndpointRequest> requests) {
        double most = TOLERANCE * terms.requestsPerSecond() * WINDOW.toSeconds();
        double mostAtOnce = TOLERANCE * terms.concurrentRequests();
        var inWindow = new ArrayDeque<Instant>();
        var open = new PriorityQueue<Instant>();
        requests.stream().sorted(Comparator.comparing(EndpointRequest::arrived)).forEach(request -> {
            inWindow.add(request.arrived());
            while (!inWindow.element().isAfter(request.arrived().minus(WINDOW))) {
                inWindow.remove();
            }
            while (!open.isEmpty() && !open.element().isAfter(request.arrived())) {
                open.remove();
            }
            open.add(request.answered());
            if ((most > 0 && inWindow.size() > most) || (mostAtOnce > 0 && open.size() > mostAtOnce)) {
                excessive.add(request);
            }
        });
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        delivery.requests().stream()
                .filter(excessive::contains)
                .forEach(request -> found.accept(delivery.violates(
                        Promise.LIMITS_ARE_KEPT,
                        "the request of %s came beside too many others".formatted(request.arrived()))));
    }
}
