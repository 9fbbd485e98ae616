package io.tidings.worker.health;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The breakers that are kept, by subscription: a list for each, because most have one lane. Confined to the poll
 * thread.
 */
final class KeptBreakers {
    private final Map<SubscriptionKey, List<KeptBreaker>> lanes = new HashMap<>();

    @Nullable
    KeptBreaker of(Lane lane) {
        for (var each : of(lane.subscription())) {
            if (each.from.number() == lane.number()) {
                return each;
            }
        }
        return null;
    }

    List<KeptBreaker> of(SubscriptionKey key) {
        return lanes.getOrDefault(key, List.of());
    }

    /** Returns the breaker that the lane had before, or null. */
    @Nullable
    KeptBreaker put(KeptBreaker breaker) {
        var before = remove(breaker.lane());
        lanes.merge(
                breaker.key,
                List.of(breaker),
                (known, more) -> Stream.concat(known.stream(), more.stream()).toList());
        return before;
    }

    @Nullable
    KeptBreaker remove(Lane lane) {
        var known = of(lane);
        if (known != null) {
            lanes.computeIfPresent(lane.subscription(), (_, all) -> without(lane.number(), all));
        }
        return known;
    }

    private static @Nullable List<KeptBreaker> without(int number, List<KeptBreaker> all) {
        var left = all.stream().filter(each -> each.from.number() != number).toList();
        return left.isEmpty() ? null : left;
    }

    /** Removes breakers, and returns them. */
    List<KeptBreaker> removeIf(Predicate<KeptBreaker> gone) {
        var removed =
                lanes.values().stream().flatMap(Collection::stream).filter(gone).toList();
        removed.forEach(each -> remove(each.lane()));
        return removed;
    }
}
