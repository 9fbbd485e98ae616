package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Requests that have timed out and whose answer is still waited for, and the deliveries whose retry a late success
 * has made needless (B-DEL-4). Best effort: it is gone with the worker, and bounded.
 *
 * <p>Confined to the poll thread.
 */
final class LateAnswers {
    private static final int MOST_REMEMBERED = 50_000;

    private final Bounds bounds;
    private final LinkedHashSet<Attempt> open = new LinkedHashSet<>();
    private final Map<SubscriptionKey, Deque<Attempt>> bySubscription = new HashMap<>();
    private final LinkedHashSet<Id> delivered = new LinkedHashSet<>();

    /**
     * What is waited for at most.
     *
     * @param open requests of all subscriptions
     * @param openPerSubscription requests
     * @param timeout since they were sent
     */
    record Bounds(int open, int openPerSubscription, Duration timeout) {}

    /** Names a delivery for ever. */
    private record Id(String uid, EventSource source) {}

    LateAnswers(Bounds bounds) {
        this.bounds = bounds;
    }

    /** Waits for the answer of a request that has timed out; the oldest gives way when there are too many. */
    void await(Attempt attempt) {
        attempt.timeOut();
        if (bounds.open() == 0 || bounds.openPerSubscription() == 0) {
            attempt.cancel();
            return;
        }
        var ofSubscription = bySubscription.get(attempt.subscription());
        if (ofSubscription != null && ofSubscription.size() >= bounds.openPerSubscription()) {
            cut(ofSubscription.element());
        } else if (open.size() >= bounds.open()) {
            cut(open.getFirst());
        }
        open.add(attempt);
        bySubscription
                .computeIfAbsent(attempt.subscription(), _ -> new ArrayDeque<>())
                .add(attempt);
    }

    /** Gives up what is overdue even for a late answer. */
    void cutOverdue(Moment now) {
        while (!open.isEmpty() && open.getFirst().took(now).compareTo(bounds.timeout()) >= 0) {
            cut(open.getFirst());
        }
    }

    private void cut(Attempt attempt) {
        ended(attempt);
        attempt.cancel();
    }

    /** An answer has come, or never will. */
    void ended(Attempt attempt) {
        open.remove(attempt);
        bySubscription.computeIfPresent(attempt.subscription(), (_, waiting) -> {
            waiting.remove(attempt);
            return waiting.isEmpty() ? null : waiting;
        });
    }

    /** The retries of these are needless. */
    void delivered(List<Ready> deliveries) {
        for (var ready : deliveries) {
            delivered.add(id(ready));
        }
        while (delivered.size() > MOST_REMEMBERED) {
            delivered.removeFirst();
        }
    }

    /** Whether this retry is needless; told once. */
    boolean settles(Ready retry) {
        return !delivered.isEmpty() && delivered.remove(id(retry));
    }

    void cutAll() {
        List.copyOf(open).forEach(this::cut);
    }

    private static Id id(Ready ready) {
        return new Id(ready.delivery().uid(), ready.delivery().event().source());
    }
}
