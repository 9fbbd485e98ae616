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
import io.tidings.contract.subscription.Gone;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.Pauses;
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

/** The delivery rules: B-DEL-3, B-RETRY, B-PROFILE and B-DLQ-2 in one place. Pure: no clock, no I/O, no logging. */
public record Judge(DeliveryLimits limits, RetryLadder ladder, Jitter jitter) {
    private static final int LONGEST_OVERLOAD_STEP = 6;

    /**
     * Called when an attempt is due, the only moment at which an event expires (B-RETRY-5).
     *
     * @param held the part of its life in which its time to live stood still (B-PAUSE)
     */
    public Optional<Verdict> beforeSending(Delivery delivery, Subscription subscription, Duration held, Instant now) {
        if (subscription.expired(now)) {
            return Optional.of(new Drop(DropReason.SUBSCRIPTION_EXPIRED));
        }
        return now.isBefore(expiry(delivery, subscription, held))
                ? Optional.empty()
                : Optional.of(expired(delivery, subscription));
    }

    /** The event has expired. */
    public Verdict expired(Delivery delivery, Subscription subscription) {
        return giveUp(subscription, DeadLetterReason.TIME_TO_LIVE_EXCEEDED, delivery.retryState());
    }

    /** The event was received as often as its queue allows, and never acknowledged (B-PULL). */
    public Verdict exhausted(Delivery delivery, Subscription subscription) {
        return giveUp(subscription, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED, delivery.retryState());
    }

    /** Its receiver does not want the event (B-PULL). */
    public Verdict rejected(Delivery delivery, Subscription subscription) {
        return giveUp(subscription, DeadLetterReason.REJECTED_BY_RECEIVER, delivery.retryState());
    }

    /** @param held as for {@link #beforeSending} */
    public Verdict afterSending(
            Delivery delivery,
            Subscription subscription,
            Duration held,
            Outcome outcome,
            Instant ended,
            RandomGenerator random) {
        if (gone(subscription, outcome)) {
            return overload(delivery, DeferralReason.PAUSED, ended);
        }
        var attempt = new FailedAttempt(delivery, subscription, held, outcome, ended);
        var rule = StatusRules.of(outcome, subscription.retryProfile().statuses());
        return switch (rule.disposition()) {
            case Accept() -> new Delivered();
            case Disposition.Retry(var name, var floor) -> retry(attempt, name, floor, random);
            case GiveUp(var name, var reason) -> giveUp(attempt, name, reason);
            case PutOff(var reason) -> overload(delivery, reason, ended);
        };
    }

    /** Returns whether the subscription is to be paused, so that its deliveries wait (B-GONE). */
    public static boolean gone(Subscription subscription, Outcome outcome) {
        return subscription.extensions().gone() == Gone.PAUSE
                && outcome instanceof Responded(int status, var _, var _)
                && status == Gone.STATUS;
    }

    public static boolean succeeds(Outcome outcome) {
        return StatusRules.of(outcome).disposition() instanceof Accept;
    }

    /** Returns whether a batch is sent again in halves, even if its subscription retries 413 (B-DEL-6). */
    public static boolean halves(Outcome outcome, int events) {
        return events > 1
                && StatusRules.of(outcome).disposition() instanceof GiveUp(var _, var reason)
                && reason.equals(DeadLetterReason.PAYLOAD_TOO_LARGE);
    }

    /** The subscription that the delivery is for no longer exists, though another one may have its name by now. */
    public Verdict subscriptionDeleted() {
        return new Drop(DropReason.SUBSCRIPTION_DELETED);
    }

    /** Defers a delivery until the probation of its endpoint ends (B-PROB-2). */
    public Verdict onProbation(Delivery delivery, Duration left, Instant now) {
        return defer(delivery, DeferralReason.PROBATION, left, now);
    }

    /** Defers a delivery while the response to a probe is awaited and the queue is full (B-PROB-3). */
    public Verdict behindProbe(Delivery delivery, Instant now) {
        return defer(delivery, DeferralReason.PROBATION, ladder.step(1), now);
    }

    public Verdict overload(Delivery delivery, Instant now) {
        return overload(delivery, DeferralReason.OVERLOAD, now);
    }

    public Verdict notValidated(Delivery delivery, Instant now) {
        return overload(delivery, DeferralReason.NOT_VALIDATED, now);
    }

    /** Defers a delivery that this worker lacks a certificate or a setting for (B-AUTH-3). */
    public Verdict notConfigured(Delivery delivery, Instant now) {
        return defer(delivery, DeferralReason.NOT_CONFIGURED, ladder.step(1), now);
    }

    /** Defers a delivery of a paused subscription, for no longer than any other deferral. */
    public Verdict paused(Delivery delivery, Duration wait, Instant now) {
        return defer(delivery, DeferralReason.PAUSED, min(wait, ladder.step(LONGEST_OVERLOAD_STEP)), now);
    }

    /**
     * Defers a delivery of a subscription that holds what waits. It keeps what is left of its wait, and is looked at again
     * when a resume may have made it due.
     *
     * @param wait as for {@link #paused}
     */
    public Defer held(Delivery delivery, Duration wait, Instant now) {
        var state = delivery.retryState();
        var left = state.due() == null ? ZERO : max(ZERO, Duration.between(now, state.due()));
        var kept = left.isZero() ? state.deferred(DeferralReason.PAUSED.outcome(), now) : state;
        return new Defer(DeferralReason.PAUSED, max(min(wait, ladder.step(LONGEST_OVERLOAD_STEP)), left), kept);
    }

    /**
     * Returns a delivery that comes out of a tier, put off by the pauses that it has waited through (B-PAUSE).
     *
     * @param parked when it was appended to the tier, by the brokers' clock
     * @param released when it came out of the tier, by the same clock
     */
    public static RetryState putOff(RetryState state, Pauses pauses, Instant parked, Instant released) {
        var due = state.due();
        var moved = due == null ? ZERO : pauses.within(parked, released);
        return due == null || moved.isZero() ? state : state.dueAt(due.plus(moved));
    }

    /**
     * Defers a delivery whose subscription cannot be read: its time to live and its dead-letter destination are
     * unknown. Drops an event that is older than any time to live.
     *
     * @param held as for {@link #beforeSending}; zero if its pauses are unknown, too
     */
    public Verdict unreadable(Delivery delivery, Duration held, Instant now) {
        var longest = ladder.scale().of(RetryProfile.LONGEST_TIME_TO_LIVE).plus(held);
        var last = delivery.event().published().plus(longest);
        return now.isBefore(last)
                ? overload(delivery, DeferralReason.SUBSCRIPTION_UNREADABLE, now)
                : new Drop(DropReason.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED));
    }

    /** Returns when a delivery comes out of the tier in which a wait begins; the whole wait, if that is spent in memory. */
    public Duration untilReadAgain(Duration wait) {
        return ladder.firstHop(wait).map(ladder::length).orElse(wait);
    }

    /** Each deferral is a step of the ladder longer than the last, at most 30 minutes. */
    private Verdict overload(Delivery delivery, DeferralReason reason, Instant now) {
        int step = Math.min(delivery.retryState().deferrals() + 1, LONGEST_OVERLOAD_STEP);
        return defer(delivery, reason, ladder.step(step), now);
    }

    private static Verdict defer(Delivery delivery, DeferralReason reason, Duration wait, Instant now) {
        return new Defer(reason, wait, delivery.retryState().deferred(reason.outcome(), now.plus(wait)));
    }

    private record FailedAttempt(
            Delivery delivery, Subscription subscription, Duration held, Outcome outcome, Instant ended) {
        int attempts() {
            return delivery.retryState().attempts() + 1;
        }

        Duration retryAfter() {
            return outcome instanceof Responded(var _, var retryAfter, var _) && retryAfter != null ? retryAfter : ZERO;
        }

        LastAttempt last(LastOutcome name) {
            return new LastAttempt(name, outcome.httpStatus(), ended);
        }
    }

    /** The wait is exactly the longest of the step, the floor and Retry-After, plus jitter (B-RETRY-3). */
    private Verdict retry(FailedAttempt failed, LastOutcome name, Duration floor, RandomGenerator random) {
        var profile = failed.subscription().retryProfile();
        if (failed.attempts() >= limits.attemptsOf(failed.subscription())) {
            return giveUp(failed, name, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
        }
        var step = ladder.scale().of(profile.step(failed.attempts()));
        var shortest = profile.floors() == Floors.NONE ? ZERO : ladder.scale().of(floor);
        var left = Duration.between(failed.ended(), expiry(failed.delivery(), failed.subscription(), failed.held()));
        var least = max(shortest, min(failed.retryAfter(), left));
        var wait = max(step, least).plus(jitter.on(step, profile.jitter(), random));
        var due = failed.ended().plus(wait);
        var notBefore = least.compareTo(step) < 0 ? failed.ended().plus(least) : due;
        return new Retry(wait, failed.delivery().retryState().failed(failed.last(name), due, notBefore));
    }

    private static Verdict giveUp(FailedAttempt failed, LastOutcome name, DeadLetterReason reason) {
        var state = failed.delivery().retryState().ended(failed.last(name));
        return giveUp(failed.subscription(), reason, state);
    }

    private static Verdict giveUp(Subscription subscription, DeadLetterReason reason, RetryState retryState) {
        return subscription.keepsDeadLetters() ? new DeadLetter(reason, retryState) : new Drop(DropReason.of(reason));
    }

    private Instant expiry(Delivery delivery, Subscription subscription, Duration held) {
        return delivery.event()
                .published()
                .plus(ladder.scale().of(limits.timeToLiveOf(subscription)))
                .plus(held);
    }
}
