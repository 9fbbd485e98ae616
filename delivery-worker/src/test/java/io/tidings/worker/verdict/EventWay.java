package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.newDelivery;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.schedule.TierBuffer;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** One event, from its publication at noon to its end. */
final class EventWay {
    private static final RetryLadder LADDER = new RetryLadder(TimeScale.REAL);
    private static final Duration COMMIT_INTERVAL = ofMillis(400);
    private static final Duration PATIENCE = ofSeconds(10);

    final Judge judge;
    private final Subscription subscription;
    private final RandomGenerator random;
    final List<Instant> attempts = new ArrayList<>();
    Delivery delivery = newDelivery();
    Instant now = NOON;
    Verdict end;
    boolean endedByAnAttempt;
    private long offset;

    EventWay(Jitter jitter, Subscription subscription, RandomGenerator random) {
        this.judge = judge(jitter);
        this.subscription = subscription;
        this.random = random;
    }

    List<Long> seconds() {
        return attemptsAfter().stream().map(Duration::toSeconds).toList();
    }

    List<Duration> attemptsAfter() {
        return attempts.stream().map(at -> Duration.between(NOON, at)).toList();
    }

    /** @param turn what is done with the event whenever it is due */
    void toTheEnd(Supplier<Verdict> turn) {
        while (end == null) {
            var expired = judge.beforeSending(delivery, subscription, ZERO, now);
            if (expired.isPresent()) {
                end = expired.get();
            } else {
                goOn(turn.get());
            }
        }
    }

    private void goOn(Verdict verdict) {
        switch (verdict) {
            case Retry(var wait, var retryState) -> {
                assertThat(retryState.attempts()).isEqualTo(attempts.size());
                assertThat(wait)
                        .isGreaterThanOrEqualTo(subscription.retryProfile().step(attempts.size()));
                waitUntilDue(wait, retryState);
            }
            case Defer(var _, var wait, var retryState) -> {
                assertThat(retryState.attempts()).as("no attempt").isEqualTo(attempts.size());
                waitUntilDue(wait, retryState);
            }
            case Delivered _, DeadLetter _, Drop _ -> {
                end = verdict;
                endedByAnAttempt = true;
            }
        }
    }

    Verdict attempted(Outcome outcome, Duration took) {
        attempts.add(now);
        now = now.plus(took);
        var verdict = judge.afterSending(delivery, subscription, ZERO, outcome, now, random);
        if (verdict instanceof Retry(var wait, var retryState)) {
            assertThat(wait).isGreaterThanOrEqualTo(floor(outcome));
            assertThat(retryState.due()).isEqualTo(now.plus(wait));
        }
        return verdict;
    }

    Verdict putOff() {
        return switch (random.nextInt(3)) {
            case 0 -> judge.onProbation(delivery, ofMillis(random.nextLong(1, 14_400_000)), now);
            case 1 -> judge.behindProbe(delivery, now);
            default -> judge.overload(delivery, now);
        };
    }

    /**
     * Through the tiers, hop by hop: never early, and late by less than a commit interval, by which a last hop may
     * be too long.
     */
    private void waitUntilDue(Duration wait, RetryState retryState) {
        var due = retryState.due();
        assertThat(due).isEqualTo(now.plus(wait));
        delivery = delivery.at(retryState);
        int hops = 0;
        for (var tier = LADDER.firstHop(wait);
                tier.isPresent();
                tier = now.isBefore(due) ? LADDER.nextHop(Duration.between(now, due)) : Optional.empty()) {
            stayIn(tier.get());
            assertThat(++hops).as("hops of a wait of %s", wait).isLessThan(40);
        }
        assertThat(now).as("when it is out").isBefore(due.plus(COMMIT_INTERVAL));
        if (now.isBefore(due)) {
            now = due; // the rest is waited out in memory
        }
    }

    private void stayIn(RetryTier tier) {
        var buffer = new TierBuffer<Instant>(LADDER.stay(tier), PATIENCE, new AppendedAt(offset));
        offset++;
        now = now.plus(ofMillis(random.nextLong(COMMIT_INTERVAL.toMillis())));
        buffer.read(List.of(now), moment());
        for (var released = buffer.release(moment()); released.isEmpty(); released = buffer.release(moment())) {
            now = buffer.wakeUp(moment()).orElseThrow();
        }
    }

    private ClockReading moment() {
        return new ClockReading(now, Duration.between(NOON, now).toNanos());
    }

    private static Duration floor(Outcome outcome) {
        return switch (outcome) {
            case Responded(int status, var _, var _) when status == 404 -> ofMinutes(5);
            case Responded(int status, var _, var _) when status == 408 -> ofMinutes(2);
            case Responded(int status, var _, var _) when status == 503 -> ofSeconds(30);
            case Responded _,
                    TimedOut _,
                    Unreachable _,
                    AddressRefused _,
                    Outcome.TokenUnavailable _,
                    Outcome.Written _,
                    Outcome.Acknowledged _,
                    Outcome.NotWritten _,
                    Outcome.Withheld _,
                    Outcome.NotSent _,
                    Outcome.ProxyUnavailable _ -> ofSeconds(10);
        };
    }

    /** Takes a record for the time at which it was written and appended. */
    private record AppendedAt(long offset) implements TierBuffer.Timestamps<Instant> {
        @Override
        public long offset(Instant record) {
            return offset;
        }

        @Override
        public Instant appended(Instant record) {
            return record;
        }

        @Override
        public Instant written(Instant record) {
            return record;
        }
    }
}
