package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.webhook.WebhookCall;
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
    private final AttemptQueues<TimedOutAttempt> awaited = new AttemptQueues<>();

    private final Map<Attempt, TimedOutAttempt> givenUp = new HashMap<>();
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

    public LateResponses(LateResponseLimits bounds) {
        this.bounds = bounds;
    }

    /**
     * @param retried the deliveries that are queued for retry
     * @param awaited whether the response was awaited
     * @param judged whether the timeout has counted for the endpoint
     */
    public record TimedOutAttempt(WebhookCall call, List<PolledDelivery> retried, boolean awaited, boolean judged) {}

    /** Awaits the response of a timed-out attempt; gives up the oldest attempt if there are too many. */
    public void awaitResponse(Attempt attempt, WebhookCall call, List<PolledDelivery> retried, boolean judged) {
        if (bounds.open() == 0 || bounds.openPerSubscription() == 0) {
            giveUp(attempt, new TimedOutAttempt(call, retried, false, judged));
            return;
        }
        var ofSubscription = bySubscription.get(attempt.subscription());
        if (ofSubscription != null && ofSubscription.size() >= bounds.openPerSubscription()) {
            cut(ofSubscription.element());
        } else if (awaited.size() >= bounds.open()) {
            cutOldest();
        }
        while (!awaited.isEmpty() && awaitedBytes + attempt.bytes() > bounds.bytes()) {
            cutOldest();
        }
        awaited.put(attempt, new TimedOutAttempt(call, retried, true, judged));
        awaitedBytes += attempt.bytes();
        bySubscription
                .computeIfAbsent(attempt.subscription(), _ -> new ArrayDeque<>())
                .add(attempt);
    }

    private void cutOldest() {
        var oldest = awaited.oldest();
        if (oldest != null) {
            cut(oldest);
        }
    }

    /** Gives up attempts that were started too long ago, whatever the timeout of their response was. */
    public void cutOverdue(ClockReading now) {
        for (var oldest = awaited.oldest();
                oldest != null && oldest.took(now).compareTo(bounds.timeout()) >= 0;
                oldest = awaited.oldest()) {
            cut(oldest);
        }
    }

    private void cut(Attempt attempt) {
        var timedOut = noLongerAwaited(attempt);
        if (timedOut != null) {
            giveUp(attempt, timedOut);
        }
    }

    private void giveUp(Attempt attempt, TimedOutAttempt timedOut) {
        givenUp.put(attempt, timedOut);
        timedOut.call().cancel();
    }

    /** Forgets an ended attempt; returns null if it had not timed out. */
    @Nullable
    public TimedOutAttempt ended(Attempt attempt) {
        var timedOut = noLongerAwaited(attempt);
        return timedOut == null ? givenUp.remove(attempt) : timedOut;
    }

    private @Nullable TimedOutAttempt noLongerAwaited(Attempt attempt) {
        var timedOut = awaited.remove(attempt);
        if (timedOut != null) {
            awaitedBytes -= attempt.bytes();
            bySubscription.computeIfPresent(attempt.subscription(), (_, waiting) -> {
                waiting.remove(attempt);
                return waiting.isEmpty() ? null : waiting;
            });
        }
        return timedOut;
    }

    /** Remembers late successes, so that this worker ends their retries without sending them. */
    public void delivered(TimedOutAttempt attempt, Instant now) {
        for (var polled : attempt.retried()) {
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
    public Instant settled(PolledDelivery retry) {
        var success = delivered.isEmpty() ? null : delivered.remove(id(retry));
        return success != null && success.from().owned() ? success.at() : null;
    }

    public void cutAll() {
        awaited.all().keySet().forEach(this::cut);
    }

    private static Id id(PolledDelivery polled) {
        var delivery = polled.delivery();
        return new Id(delivery.uid(), delivery.event().source(), delivery.redriven());
    }
}
