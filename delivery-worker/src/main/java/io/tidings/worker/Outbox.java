package io.tidings.worker;

import static java.time.Duration.ZERO;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.resource.Subscription;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.tier.WaitingRoom;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries verdicts out: finishes a record, or has it parked by the next transaction.
 *
 * <p>Confined to the poll thread.
 */
final class Outbox {
    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    private final Records records;
    private final AttemptsLog attempts;
    private final RetryLadder ladder;
    private final WaitingRoom<Ready> waitingRoom;
    private final WorkerMetrics metrics;
    private final Trail trail;
    private final LoggedDrops loggedDrops = new LoggedDrops();

    /** @param waitingRoom for what is put off for less than the shortest tier */
    Outbox(
            Records records,
            AttemptsLog attempts,
            RetryLadder ladder,
            WaitingRoom<Ready> waitingRoom,
            WorkerMetrics metrics,
            Trail trail) {
        this.records = records;
        this.attempts = attempts;
        this.ladder = ladder;
        this.waitingRoom = waitingRoom;
        this.metrics = metrics;
        this.trail = trail;
    }

    /** @param subscription null when it is gone, which only a drop can follow from */
    void execute(Verdict verdict, Ready ready, @Nullable Subscription subscription, Moment moment) {
        var now = moment.wall();
        log.debug(
                "event {} for {}, from {}: {}",
                ready.delivery().event().id(),
                ready.subscription(),
                ready.delivery().event().source(),
                verdict);
        switch (verdict) {
            case Delivered() -> {
                ready.from().finish(ready.offset());
                metrics.delivered(
                        ready.delivery().subscription(),
                        Duration.between(ready.delivery().event().published(), now));
            }
            case Retry(var delay, var place) -> park(ready, place, firstTier(delay), now);
            case Defer(var reason, var delay, var place) -> {
                metrics.deferred(ready.subscription(), reason.wireName());
                defer(ready, delay, place, moment);
            }
            case DeadLetter(var reason, var place) -> keep(ready, reason, place, subscription, now);
            case Drop(var reason) -> {
                if (reason.cancels()) {
                    metrics.failed(ready.subscription(), LastOutcome.CANCELED);
                    note(
                            new AttemptsLog.Entry(
                                    ready.delivery(), LastOutcome.CANCELED, null, null, now, ZERO, verdict),
                            ready);
                }
                drop(ready, reason, now);
            }
        }
    }

    /** A wait that is shorter than any tier is waited out in memory, while there is room. */
    private void defer(Ready ready, Duration delay, LadderPlace place, Moment now) {
        var tier = ladder.firstHop(delay);
        if (tier.isEmpty() && !waitingRoom.full()) {
            waitingRoom.add(ready.at(place), delay, ready.bytes(), now);
        } else {
            park(ready, place, tier.orElse(RetryTier.TEN_SECONDS), now.wall());
        }
    }

    /** Finishes a retry that a late success has made needless. */
    void settled(Ready retry, Instant delivered) {
        retry.from().finish(retry.offset());
        metrics.delivered(
                retry.subscription(), Duration.between(retry.delivery().event().published(), delivered));
    }

    /** Tells a success that came after its attempt had timed out (B-DEL-4); it counts when its retry comes due. */
    void respondedLate(Ready ready, Outcome outcome, Instant now, Duration took) {
        if (ready.from().owned()) {
            var entry = new AttemptsLog.Entry(
                    ready.delivery(), null, outcome.httpStatus(), null, now, took, new Delivered());
            attempts.lateSuccess(entry).ifPresent(ready.from()::alsoWrite);
        }
    }

    /** Tells that a late answer is waited for no longer. */
    void aborted(Ready ready, Instant now, Duration took) {
        metrics.failed(ready.subscription(), LastOutcome.ABORTED);
        note(new AttemptsLog.Entry(ready.delivery(), LastOutcome.ABORTED, null, null, now, took, null), ready);
    }

    /** Sends a delivery on to another tier because it is not due yet; that is no attempt. */
    void hop(Ready ready, RetryTier tier, Instant now) {
        park(ready, ready.delivery().retryState(), tier, now);
    }

    /** Passes on what this worker cannot read. */
    void reject(OwnedPartition from, ConsumerRecord<byte[], byte[]> read, RejectionReason reason, String sentence) {
        log.warn("{}-{}@{} is rejected: {}", read.topic(), read.partition(), read.offset(), sentence);
        metrics.rejected(reason.wireName());
        from.park(read.offset(), List.of(records.rejected(read, reason, sentence)));
    }

    void logAttempt(Ready ready, Outcome outcome, Verdict verdict, Attempt attempt, Moment ended) {
        if (!outcome.attempted()) {
            return;
        }
        boolean success = verdict instanceof Delivered;
        var word = success ? null : outcome.lastOutcome();
        if (word != null) {
            metrics.failed(ready.delivery().subscription(), word);
        }
        var error = success ? null : outcome.sentence(attempt.at());
        note(
                new AttemptsLog.Entry(
                        ready.delivery(),
                        word,
                        outcome.httpStatus(),
                        error,
                        ended.wall(),
                        attempt.took(ended),
                        verdict),
                ready);
    }

    private void note(AttemptsLog.Entry entry, Ready ready) {
        if (ready.from().owned()) {
            attempts.record(entry).ifPresent(ready.from()::alsoWrite);
        }
    }

    private RetryTier firstTier(Duration delay) {
        return ladder.firstHop(delay).orElse(RetryTier.TEN_SECONDS);
    }

    private void park(Ready ready, LadderPlace place, RetryTier tier, Instant now) {
        parkIfItFits(ready, records.retry(ready, place, tier, now), now);
    }

    private boolean parkIfItFits(Ready ready, ProducerRecord<byte[], byte[]> record, Instant now) {
        boolean fits = Records.fits(record);
        if (fits) {
            ready.from().park(ready.offset(), List.of(record));
        } else {
            drop(ready, DropReason.RECORD_TOO_LARGE, now);
        }
        return fits;
    }

    private void keep(
            Ready ready, DeadLetterReason reason, LadderPlace place, @Nullable Subscription subscription, Instant now) {
        var destination = subscription == null ? null : subscription.deadLetters();
        if (destination == null) {
            drop(ready, DropReason.of(reason), now);
            return;
        }
        try {
            boolean kept = trail.givenUp(
                    ready,
                    reason,
                    now,
                    told -> parkIfItFits(ready, records.deadLetter(told, place, reason, destination, now), now));
            if (kept) {
                metrics.deadLettered(ready.delivery().subscription(), reason);
            }
        } catch (IllegalArgumentException e) {
            // Not written by the topology, which checks it: whoever wrote it finds it again.
            var why = RejectionReason.INVALID_EVENT;
            log.warn("a delivery for {} is rejected: {}", ready.delivery().subscription(), e.getMessage());
            metrics.rejected(why.wireName());
            ready.from()
                    .park(ready.offset(), List.of(records.rejected(ready, why, String.valueOf(e.getMessage()), now)));
        }
    }

    /** Counted every time, logged once per subscription and reason until there was none for a while. */
    private void drop(Ready ready, DropReason reason, Instant now) {
        var key = ready.delivery().subscription();
        metrics.dropped(key, reason.wireName());
        trail.dropped(ready, reason);
        if (loggedDrops.first(key, reason, now)) {
            log.warn("events for {} are dropped: {}; further ones are only counted", key, reason.wireName());
        }
        ready.from().finish(ready.offset());
    }
}
