package io.tidings.worker.attempt;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests that have timed out and whose answer is still waited for, and the deliveries whose retry a late success
 * has made needless (B-DEL-4). Best effort: it is gone with the worker, and bounded.
 *
 * <p>Confined to the poll thread.
 */
public final class LateResponses {
    private static final int MOST_REMEMBERED = 50_000;

    private final LateResponseLimits bounds;
    private final LinkedHashSet<Attempt> open = new LinkedHashSet<>();
    private final Map<SubscriptionKey, Deque<Attempt>> bySubscription = new HashMap<>();
    private long openBytes;
    private final LinkedHashMap<Id, Instant> delivered = new LinkedHashMap<>();

    /**
     * What is waited for at most.
     *
     * @param open requests of all subscriptions
     * @param openPerSubscription requests
     * @param bytes of all of them, about; a single one may have more
     * @param timeout since they were sent
     */
    public record LateResponseLimits(int open, int openPerSubscription, long bytes, Duration timeout) {}

    /** Names a delivery for ever; one that is brought back from the dead letters is another. */
    private record Id(String uid, EventSource source, int redriven) {}

    public LateResponses(LateResponseLimits bounds) {
        this.bounds = bounds;
    }

    /** Waits for the answer of a request that has timed out; the oldest gives way when there are too many. */
    public void awaitResponse(Attempt attempt) {
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
        while (!open.isEmpty() && openBytes + attempt.bytes() > bounds.bytes()) {
            cut(open.getFirst());
        }
        attempt.waitFor();
        open.add(attempt);
        openBytes += attempt.bytes();
        bySubscription
                .computeIfAbsent(attempt.subscription(), _ -> new ArrayDeque<>())
                .add(attempt);
    }

    /** Gives up what is overdue even for a late answer. */
    public void cutOverdue(ClockReading now) {
        while (!open.isEmpty() && open.getFirst().took(now).compareTo(bounds.timeout()) >= 0) {
            cut(open.getFirst());
        }
    }

    private void cut(Attempt attempt) {
        ended(attempt);
        attempt.cancel();
    }

    /** An answer has come, or never will. */
    public void ended(Attempt attempt) {
        if (!open.remove(attempt)) {
            return;
        }
        openBytes -= attempt.bytes();
        bySubscription.computeIfPresent(attempt.subscription(), (_, waiting) -> {
            waiting.remove(attempt);
            return waiting.isEmpty() ? null : waiting;
        });
    }

    /** The retries of what it carried are needless, as far as they come back to this worker. */
    void delivered(Attempt attempt, Instant now) {
        for (var polled : attempt.retried()) {
            if (polled.from().owned()) {
                delivered.put(id(polled), now);
            }
        }
        while (delivered.size() > MOST_REMEMBERED) {
            delivered.pollFirstEntry();
        }
    }

    /** When this retry's event was delivered after all, which is told once; null when it has to be sent. */
    @Nullable
    public Instant settled(PolledDelivery retry) {
        return delivered.isEmpty() ? null : delivered.remove(id(retry));
    }

    public void cutAll() {
        List.copyOf(open).forEach(this::cut);
    }

    private static Id id(PolledDelivery polled) {
        var delivery = polled.delivery();
        var redriven = delivery.redriven();
        return new Id(delivery.uid(), delivery.event().source(), redriven == null ? 0 : redriven.times());
    }
}
