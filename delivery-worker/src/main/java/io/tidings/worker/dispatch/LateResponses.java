package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.worker.dispatch.Attempt.Late;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Timed-out attempts whose response is still awaited, and the deliveries whose retry a late success has made needless
 * (B-DEL-4). Best effort: the data are bounded and lost with the worker. Confined to the poll thread.
 *
 * <pre>
 *   timed out ──> awaited ──> ended
 *       │            │ overdue, or too many
 *       │            v
 *       └───────> given up ──> ended
 * </pre>
 */
public final class LateResponses {
    private static final int MOST_REMEMBERED = 50_000;

    private final LateResponseLimits bounds;
    private final AttemptQueues awaited = new AttemptQueues();
    private final Map<SubscriptionKey, Deque<Attempt>> bySubscription = new HashMap<>();
    private long awaitedBytes;
    private final LinkedHashMap<Id, LateSuccess> delivered = new LinkedHashMap<>();

    /**
     * @param open requests of all subscriptions
     * @param openPerSubscription requests
     * @param bytes of all of them, about; a single one may have more
     * @param timeout since the request was sent
     */
    public record LateResponseLimits(int open, int openPerSubscription, long bytes, Duration timeout) {}

    /** Identifies a delivery for ever; each redrive and each replay of the event is a different one. */
    private record Id(
            String uid, EventSource source, @Nullable Redriven mark) {}

    /** @param from the partition whose commit logs it */
    private record LateSuccess(AssignedPartition from, Instant at) {}

    LateResponses(LateResponseLimits bounds) {
        this.bounds = bounds;
    }

    /**
     * Awaits the response of a timed-out attempt; gives up the oldest attempt if there are too many.
     *
     * @param retried the deliveries that are queued for retry
     * @param judged whether the timeout has counted for the endpoint
     */
    void awaitResponse(Attempt attempt, List<PolledDelivery> retried, boolean judged) {
        boolean awaits = bounds.open() > 0 && bounds.openPerSubscription() > 0;
        attempt.late = new Late(retried, awaits, judged);
        if (!awaits) {
            attempt.call().cancel();
            return;
        }
        var ofSubscription = bySubscription.get(attempt.subscription());
        if (ofSubscription != null && ofSubscription.size() >= bounds.openPerSubscription()) {
            giveUp(ofSubscription.element());
        } else if (awaited.size() >= bounds.open()) {
            giveUpOldest();
        }
        while (!awaited.isEmpty() && awaitedBytes + attempt.grant.slot().bytes() > bounds.bytes()) {
            giveUpOldest();
        }
        awaited.add(attempt);
        awaitedBytes += attempt.grant.slot().bytes();
        bySubscription
                .computeIfAbsent(attempt.subscription(), _ -> new ArrayDeque<>())
                .add(attempt);
    }

    private void giveUpOldest() {
        var oldest = awaited.oldest();
        if (oldest != null) {
            giveUp(oldest);
        }
    }

    /** Gives up attempts that were started too long ago, whatever the timeout of their response was. */
    void giveUpOverdue(ClockReading now) {
        for (var oldest = awaited.oldest();
                oldest != null && oldest.took(now).compareTo(bounds.timeout()) >= 0;
                oldest = awaited.oldest()) {
            giveUp(oldest);
        }
    }

    private void giveUp(Attempt attempt) {
        ended(attempt);
        attempt.call().cancel();
    }

    /** No longer awaits the response of an attempt. */
    void ended(Attempt attempt) {
        if (awaited.remove(attempt)) {
            awaitedBytes -= attempt.grant.slot().bytes();
            bySubscription.computeIfPresent(attempt.subscription(), (_, waiting) -> {
                waiting.remove(attempt);
                return waiting.isEmpty() ? null : waiting;
            });
        }
    }

    /** Remembers late successes, so that this worker ends their retries without sending them. */
    void delivered(List<PolledDelivery> retried, Instant now) {
        for (var polled : retried) {
            if (polled.from().owned()) {
                delivered.put(id(polled), new LateSuccess(polled.from(), now));
            }
        }
        while (delivered.size() > MOST_REMEMBERED) {
            delivered.pollFirstEntry();
        }
    }

    /**
     * Returns and forgets the time of the late success; null if the retry must be sent. It must after its partition was
     * lost, because the line that tells of the success may be lost with it.
     */
    @Nullable
    Instant takeSuccess(PolledDelivery retry) {
        var success = delivered.isEmpty() ? null : delivered.remove(id(retry));
        return success != null && success.from().owned() ? success.at() : null;
    }

    void cancelAll() {
        awaited.takeAll().forEach(attempt -> attempt.call().cancel());
    }

    private static Id id(PolledDelivery polled) {
        var delivery = polled.delivery();
        return new Id(delivery.uid(), delivery.event().source(), delivery.redriven());
    }
}
