package io.tidings.worker.verdict;

import static io.tidings.contract.Durations.max;
import static io.tidings.contract.Durations.min;
import static java.time.Duration.ZERO;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.StatusRules.Disposition;
import io.tidings.worker.verdict.StatusRules.Disposition.Accept;
import io.tidings.worker.verdict.StatusRules.Disposition.GiveUp;
import io.tidings.worker.verdict.StatusRules.Disposition.PutOff;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The delivery rules: B-DEL-3, B-RETRY and B-DLQ-2 in one place. Pure: no clock, no I/O, no logging. */
public record Judge(DeliveryLimits limits, RetryLadder ladder, Jitter jitter) {
    private static final int LONGEST_OVERLOAD_STEP = 6;

    /** Asked when an attempt falls due, the only moment at which an event expires (B-RETRY-5). */
    public Optional<Verdict> beforeSending(Delivery delivery, Subscription subscription, Instant now) {
        if (subscription.expired(now)) {
            return Optional.of(new Drop(DropReason.SUBSCRIPTION_EXPIRED));
        }
        return now.isBefore(expiry(delivery, subscription))
                ? Optional.empty()
                : Optional.of(giveUp(subscription, DeadLetterReason.TIME_TO_LIVE_EXCEEDED, delivery.retryState()));
    }

    /** @param ended when the attempt did, from which the wait counts */
    public Verdict afterSending(
            Delivery delivery, Subscription subscription, Outcome outcome, Instant ended, RandomGenerator random) {
        var attempt = new FailedAttempt(delivery, subscription, outcome, ended);
        return switch (StatusRules.of(outcome).disposition()) {
            case Accept() -> new Delivered();
            case Disposition.Retry(var name, var floor) -> retry(attempt, name, floor, random);
            case GiveUp(var name, var reason) -> giveUp(attempt, name, reason);
            case PutOff() -> overload(delivery, DeferralReason.OVERLOAD, ended);
        };
    }

    /** Whether the endpoint has accepted the request. */
    public static boolean succeeds(Outcome outcome) {
        return StatusRules.of(outcome).disposition() instanceof Accept;
    }

    /** Whether a batch is sent again in halves: only the 413 of a single event is final (B-DEL-6). */
    public static boolean halves(Outcome outcome, int events) {
        return events > 1
                && StatusRules.of(outcome).disposition() instanceof GiveUp(var _, var reason)
                && reason == DeadLetterReason.PAYLOAD_TOO_LARGE;
    }

    /** The delivery is for a subscription that is gone, though there may be another one of the same name by now. */
    public Verdict subscriptionDeleted() {
        return new Drop(DropReason.SUBSCRIPTION_DELETED);
    }

    /** Put off until its endpoint may be asked again (B-PROB-2). */
    public Verdict onProbation(Delivery delivery, Duration left, Instant now) {
        return defer(delivery, DeferralReason.PROBATION, left, now);
    }

    /** Put off while a probe is out and too much waits for its answer already (B-PROB-3). */
    public Verdict behindProbe(Delivery delivery, Instant now) {
        return defer(delivery, DeferralReason.PROBATION, ladder.step(1), now);
    }

    /** Put off because its subscription has more waiting than its endpoint takes. */
    public Verdict overload(Delivery delivery, Instant now) {
        return overload(delivery, DeferralReason.OVERLOAD, now);
    }

    /** Put off because its endpoint has not agreed to get events, or not since it is another one (B-SUB-3). */
    public Verdict notValidated(Delivery delivery, Instant now) {
        return overload(delivery, DeferralReason.NOT_VALIDATED, now);
    }

    /** Put off because its subscription is paused; no longer than anything else is put off without an attempt. */
    public Verdict paused(Delivery delivery, Duration wait, Instant now) {
        return defer(delivery, DeferralReason.PAUSED, min(wait, ladder.step(LONGEST_OVERLOAD_STEP)), now);
    }

    /**
     * Put off because nobody can read its subscription at the moment; so nobody knows how long it may live, nor where
     * its dead letters go. What no subscription could have waited for any longer is dropped.
     */
    public Verdict unreadable(Delivery delivery, Instant now) {
        var last = delivery.event().published().plus(ladder.scale().of(DeliveryLimits.LONGEST_TIME_TO_LIVE));
        return now.isBefore(last)
                ? overload(delivery, DeferralReason.SUBSCRIPTION_UNREADABLE, now)
                : new Drop(DropReason.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED));
    }

    /** Longer every time: a step of the ladder, at most 30 minutes. */
    private Verdict overload(Delivery delivery, DeferralReason reason, Instant now) {
        int step = Math.min(delivery.retryState().deferrals() + 1, LONGEST_OVERLOAD_STEP);
        return defer(delivery, reason, ladder.step(step), now);
    }

    private static Verdict defer(Delivery delivery, DeferralReason reason, Duration wait, Instant now) {
        return new Defer(reason, wait, delivery.retryState().deferred(reason.outcome(), now.plus(wait)));
    }

    private record FailedAttempt(Delivery delivery, Subscription subscription, Outcome outcome, Instant ended) {
        int attempts() {
            return delivery.retryState().attempts() + 1;
        }

        Duration retryAfter() {
            return outcome instanceof Responded(var _, var retryAfter) && retryAfter != null ? retryAfter : ZERO;
        }

        LastAttempt last(LastOutcome name) {
            return new LastAttempt(name, outcome.httpStatus(), ended);
        }
    }

    /** The wait is exactly the longest of step and floors, plus jitter (B-RETRY-3). */
    private Verdict retry(FailedAttempt failed, LastOutcome name, Duration floor, RandomGenerator random) {
        if (failed.attempts() >= limits.attemptsOf(failed.subscription().retryPolicy())) {
            return giveUp(failed, name, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
        }
        var step = ladder.step(failed.attempts());
        var left = Duration.between(failed.ended(), expiry(failed.delivery(), failed.subscription()));
        var wait = max(step, max(ladder.scale().of(floor), min(failed.retryAfter(), left)))
                .plus(jitter.on(step, random));
        var due = failed.ended().plus(wait);
        return new Retry(wait, failed.delivery().retryState().failed(failed.last(name), due));
    }

    private static Verdict giveUp(FailedAttempt failed, LastOutcome name, DeadLetterReason reason) {
        var state = failed.delivery().retryState().ended(failed.last(name));
        return giveUp(failed.subscription(), reason, state);
    }

    private static Verdict giveUp(Subscription subscription, DeadLetterReason reason, RetryState retryState) {
        return subscription.deadLetters() == null
                ? new Drop(DropReason.of(reason))
                : new DeadLetter(reason, retryState);
    }

    private Instant expiry(Delivery delivery, Subscription subscription) {
        return delivery.event().published().plus(ladder.scale().of(limits.timeToLiveOf(subscription.retryPolicy())));
    }
}
