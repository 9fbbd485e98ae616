package io.tidings.worker.health;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The breakers that are kept, by lane. Lanes of the same subscription are in a chain, so that the usual subscription,
 * with one lane, takes no more memory than its breaker. Confined to the poll thread.
 */
final class KeptBreakers {
    private final Map<SubscriptionKey, KeptBreaker> first = new HashMap<>();

    @Nullable
    KeptBreaker of(Lane lane) {
        var each = first.get(lane.subscription());
        while (each != null && each.from.number() != lane.number()) {
            each = each.next;
        }
        return each;
    }

    List<KeptBreaker> of(SubscriptionKey key) {
        var all = new ArrayList<KeptBreaker>(1);
        for (var each = first.get(key); each != null; each = each.next) {
            all.add(each);
        }
        return all;
    }

    /** Returns the breaker that the lane had before, or null. */
    @Nullable
    KeptBreaker put(KeptBreaker breaker) {
        var before = remove(breaker.lane());
        breaker.next = first.put(breaker.key, breaker);
        return before;
    }

    @Nullable
    KeptBreaker remove(Lane lane) {
        var known = of(lane);
        if (known != null) {
            removeIf(lane.subscription(), each -> each == known);
        }
        return known;
    }

    private void removeIf(SubscriptionKey key, Predicate<KeptBreaker> gone) {
        first.computeIfPresent(key, (_, head) -> without(head, gone));
    }

    private static @Nullable KeptBreaker without(@Nullable KeptBreaker head, Predicate<KeptBreaker> gone) {
        if (head == null) {
            return null;
        }
        head.next = without(head.next, gone);
        return gone.test(head) ? head.next : head;
    }

    /** Removes breakers, and returns them. */
    List<KeptBreaker> removeIf(Predicate<KeptBreaker> gone) {
        var removed = new ArrayList<KeptBreaker>();
        for (var key : List.copyOf(first.keySet())) {
            of(key).stream().filter(gone).forEach(removed::add);
        }
        removed.forEach(each -> remove(each.lane()));
        return removed;
    }
}
