package io.tidings.chaos.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The ends of the requests whose results the worker kept. All deliveries of a subscription are in one partition, and a
 * commit
 * covers everything that has ended there: a result that ended before one of these was committed no later.
 */
final class KeptResults {
    private final NavigableSet<Instant> ends;

    private KeptResults(NavigableSet<Instant> ends) {
        this.ends = ends;
    }

    /** @param histories of one subscription */
    public static KeptResults of(Collection<DeliveryHistory> histories) {
        var ends = new TreeSet<Instant>();
        for (var delivery : histories) {
            var kept = new ArrayList<>(delivery.requests());
            kept.removeAll(RepeatsAreExplained.inVain(delivery));
            kept.stream().map(EndpointRequest::answered).forEach(ends::add);
        }
        return new KeptResults(ends);
    }

    /** Results that ended earlier than this had been committed by that moment. */
    Optional<Instant> lastBefore(Instant moment) {
        return Optional.ofNullable(ends.lower(moment)).map(last -> last.minus(CheckLimits.AT_ONCE));
    }
}
