package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import java.time.Instant;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * {@link Promise#PROBATION_IS_KEPT}: no request arrives between a record of probation and the time that it names,
 * whichever
 * worker owns the deliveries (B-PROB-2, B-PROB-4), except for requests that were under way.
 *
 * <p>The lanes of a subscription keep to the records of one another (B-LANE-1). Each may have a probe under way.
 *
 * <p>A response of a working endpoint may end the probation before its record does.
 */
final class ProbationIsKept implements PromiseRule {
    private static final Set<Integer> SHOWS_THAT_IT_IS_THERE = Set.of(400, 413);

    private final CheckLimits limits;
    private final NavigableMap<Instant, ProbationWindow> records = new TreeMap<>();
    private final TreeSet<Instant> signs = new TreeSet<>();

    public ProbationIsKept(
            CheckLimits limits, Collection<ProbationWindow> leftAlone, Collection<EndpointRequest> requests) {
        this.limits = limits;
        leftAlone.forEach(each -> records.put(each.recorded(), each));
        requests.stream()
                .filter(each -> each.accepted() || SHOWS_THAT_IT_IS_THERE.contains(each.status()))
                .map(EndpointRequest::answered)
                .forEach(signs::add);
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (limits.clocks() == Clocks.STEPPED) {
            return;
        }
        for (var request : delivery.requests()) {
            during(request)
                    .ifPresent(probation -> found.accept(delivery.violates(
                            Promise.PROBATION_IS_KEPT,
                            "a request came at %s, its endpoint was left alone from %s until %s"
                                    .formatted(request.arrived(), probation.recorded(), probation.until()))));
        }
    }

    private Optional<ProbationWindow> during(EndpointRequest request) {
        var last = records.lowerEntry(request.arrived());
        if (last == null) {
            return Optional.empty();
        }
        var probation = last.getValue();
        boolean underWay = request.arrived().isBefore(probation.recorded().plus(limits.slack()));
        var sign = signs.higher(probation.recorded().minus(limits.slack()));
        boolean ended = sign != null && sign.isBefore(request.arrived());
        return underWay || ended || !request.arrived().isBefore(probation.until())
                ? Optional.empty()
                : Optional.of(probation);
    }
}
