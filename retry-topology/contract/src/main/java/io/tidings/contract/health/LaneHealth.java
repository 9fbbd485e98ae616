package io.tidings.contract.health;

import java.net.URI;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge that the lanes of one subscription share of its endpoint (B-LANE-1). The latest decision of any lane holds for
 * all of them: that probation began, was extended, or ended.
 */
public final class LaneHealth {
    private static final Comparator<Instant> NULL_FIRST_TIMES =
            Comparator.nullsFirst(Comparator.<Instant>naturalOrder());

    private static final Comparator<EndpointHealth> DECIDED =
            Comparator.comparing(EndpointHealth::decided, NULL_FIRST_TIMES);

    private static final Comparator<EndpointHealth> CHANGED = Comparator.comparing(EndpointHealth::changed);

    private LaneHealth() {}

    /**
     * Returns the latest decision that any lane has written about an endpoint, if it is later than a lane's own.
     *
     * @param decided when the lane itself decided last; null if never
     */
    public static Optional<EndpointHealth> later(
            Collection<EndpointHealth> lanes, URI endpoint, @Nullable Instant decided) {
        return lanes.stream()
                .filter(each -> NULL_FIRST_TIMES.compare(each.decided(), decided) > 0 && each.isOf(endpoint))
                .max(DECIDED);
    }

    /**
     * Returns one health for all lanes. A lane whose record is about a former endpoint adds nothing.
     *
     * @param lanes at least one, all of the same subscription and uid
     */
    public static EndpointHealth merged(Collection<EndpointHealth> lanes) {
        if (lanes.size() == 1) {
            return lanes.iterator().next();
        }
        var newest = lanes.stream().max(CHANGED).orElseThrow();
        var present = lanes.stream()
                .filter(each -> Objects.equals(each.endpoint(), newest.endpoint()))
                .toList();
        var decision = present.stream().max(DECIDED).orElseThrow();
        var failing = decision.probation() == null
                ? present.stream()
                        .max(Comparator.comparingInt(EndpointHealth::consecutiveFailures)
                                .thenComparing(
                                        EndpointHealth::lastOutcome, Comparator.nullsFirst(Comparator.naturalOrder()))
                                .thenComparing(CHANGED))
                        .orElseThrow()
                : decision;
        return new EndpointHealth(
                newest.uid(),
                failing.consecutiveFailures(),
                failing.lastOutcome(),
                decision.probation(),
                present.stream().mapToLong(EndpointHealth::deferred).sum(),
                newest.changed(),
                newest.endpoint(),
                failing.lastError(),
                concurrencyLimit(present),
                decision.decided(),
                present.stream()
                        .flatMap(each -> Stream.ofNullable(each.gone()))
                        .max(Comparator.comparingLong(GoneReport::version))
                        .orElse(null),
                present.stream()
                        .flatMap(each -> Stream.ofNullable(each.hold()))
                        .max(Comparator.naturalOrder())
                        .orElse(null));
    }

    private static @Nullable Integer concurrencyLimit(List<EndpointHealth> lanes) {
        int sum = 0;
        for (var each : lanes) {
            sum += each.concurrencyLimit() == null ? 0 : each.concurrencyLimit();
        }
        return sum == 0 ? null : sum;
    }
}
