package io.tidings.worker.commit;

import io.tidings.contract.ClockReading;
import io.tidings.contract.Durations;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.CountChange;
import io.tidings.worker.partition.CountChange.Ending;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.TopicWrite;
import io.tidings.worker.schedule.DueQueue;
import io.tidings.worker.schedule.KeyQueues.Appended;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes verdicts, and records what led to them: finishes a record, or has the next transaction park it. Confined to
 * the poll thread.
 */
public final class VerdictExecutor {
    private static final Logger log = LoggerFactory.getLogger(VerdictExecutor.class);

    private final LadderRecords records;
    private final AttemptLog attempts;
    private final RetryLadder ladder;
    private final DueQueue<PolledDelivery> dueQueue;
    private final WorkerMetrics metrics;
    private final DeliveryTracing tracing;
    private final SubscriptionStats stats;
    private final LoggedDrops loggedDrops = new LoggedDrops();

    /** @param dueQueue for deferrals shorter than the shortest tier */
    public VerdictExecutor(
            LadderRecords records,
            AttemptLog attempts,
            RetryLadder ladder,
            DueQueue<PolledDelivery> dueQueue,
            WorkerMetrics metrics,
            DeliveryTracing tracing,
            SubscriptionStats stats) {
        this.records = records;
        this.attempts = attempts;
        this.ladder = ladder;
        this.dueQueue = dueQueue;
        this.metrics = metrics;
        this.tracing = tracing;
        this.stats = stats;
    }

    /**
     * Executes the verdict of a delivery that was not sent now.
     *
     * @param subscription null if it was deleted, which only allows a drop
     */
    public void conclude(
            Verdict verdict, PolledDelivery polled, @Nullable Subscription subscription, ClockReading reading) {
        switch (verdict) {
            case Drop(var reason) -> {
                if (reason.cancels()) {
                    metrics.failed(polled.subscription(), LastOutcome.CANCELED);
                }
                attempts.canceled(polled, polled.delivery(), subscription, verdict, reading.wall());
            }
            case DeadLetter _ -> attempts.canceled(polled, polled.delivery(), subscription, verdict, reading.wall());
            case Delivered _, Retry _, Defer _ -> {} // not its end
        }
        execute(verdict, polled, subscription, reading);
    }

    /** @param subscription null if it was deleted, which only allows a drop */
    public void execute(
            Verdict verdict, PolledDelivery polled, @Nullable Subscription subscription, ClockReading reading) {
        var now = reading.wall();
        log.debug(
                "event {} for {}, from {}: {}",
                polled.delivery().event().id(),
                polled.subscription(),
                polled.delivery().event().source(),
                verdict);
        switch (verdict) {
            case Delivered() -> settled(polled, now);
            case Retry(var delay, var retryState) -> park(polled, retryState, firstTier(delay), now);
            case Defer(var reason, var delay, var retryState) -> {
                metrics.deferred(polled.subscription(), reason.wireName());
                defer(polled, delay, retryState, reading);
            }
            case DeadLetter(var reason, var retryState) -> keep(polled, reason, retryState, subscription, now);
            case Drop(var reason) -> drop(polled, reason, now);
        }
    }

    /** A wait shorter than any tier is spent in memory, if there is room. */
    private void defer(PolledDelivery polled, Duration delay, RetryState retryState, ClockReading now) {
        var tier = ladder.firstHop(delay);
        if (tier.isEmpty() && dueQueue.roomFor(polled)) {
            dueQueue.add(polled.at(retryState), delay, polled.bytes(), now);
        } else {
            park(polled, retryState, tier.orElse(RetryTier.TEN_SECONDS), now.wall());
        }
    }

    public void settled(PolledDelivery polled, Instant delivered) {
        finish(polled, Ending.DELIVERED);
        countDelivered(polled, delivered);
    }

    private void countDelivered(PolledDelivery polled, Instant delivered) {
        metrics.delivered(polled.subscription(), Duration.between(published(polled), delivered));
    }

    private static Instant published(PolledDelivery polled) {
        return polled.delivery().event().published();
    }

    /** Finishes a delivery in the transaction that writes its record to a Kafka topic, if brokers accept the record. */
    public void write(
            PolledDelivery polled, ProducerRecord<byte[], byte[]> record, AttemptEnd end, TopicWrite.End then) {
        var log = attempts.line(polled, end, new Delivered()).stream().toList();
        polled.from()
                .results()
                .write(
                        new TopicWrite(polled.offset(), record, log, then),
                        CountChange.of(polled, Ending.DELIVERED),
                        polled.from().order().changesAtItsEnd(polled));
    }

    /** Counts a delivery whose record is committed. */
    public void written(PolledDelivery polled, AttemptEnd end) {
        stats.attempted(polled.counted(), null, end.took(), published(polled), end.ended());
        trace(polled, end, new Delivered());
        polled.from().order().endedAtItsDestination(polled);
        countDelivered(polled, end.ended());
    }

    /**
     * Logs a success that came after the timeout of its attempt (B-DEL-4). It is counted when its retry is due; without
     * a retry the delivery has ended otherwise, and stays so.
     */
    public void respondedLate(PolledDelivery polled, AttemptEnd end, boolean retried) {
        stats.deliveredLate(polled.counted(), published(polled), end.ended());
        attempts.succeededLate(polled, end);
        if (!retried && polled.from().owned()) {
            metrics.acceptedAfterEnd(polled.subscription());
        }
    }

    public void aborted(PolledDelivery polled, AttemptEnd end) {
        metrics.failed(polled.subscription(), LastOutcome.ABORTED);
        attempts.aborted(polled, end);
    }

    /** Makes a delivery wait in the log of what waits: for those before it (B-LANE-2), or for a limit (B-LIMIT). */
    public void append(Appended<PolledDelivery> appended, Instant now) {
        var polled = appended.delivery();
        var order = polled.from().order();
        var record = order.waitingRecord(polled, now);
        if (LadderRecords.fits(record)) {
            order.appending(record, polled);
            finish(polled, null, List.of(record), appended.changes());
        } else {
            var changes = new ArrayList<>(appended.changes());
            changes.addAll(ended(polled));
            cancel(polled, polled.delivery().retryState(), DropReason.RECORD_TOO_LARGE, now);
            finish(polled, Ending.DROPPED, List.of(), changes);
        }
    }

    public void hop(PolledDelivery polled, RetryTier tier, Instant now) {
        park(polled, polled.delivery().retryState(), tier, now);
    }

    public void reject(
            AssignedPartition from, ConsumerRecord<byte[], byte[]> read, RejectionReason reason, String sentence) {
        log.warn("{}-{}@{} is rejected: {}", read.topic(), read.partition(), read.offset(), sentence);
        metrics.rejected(reason.wireName());
        from.results().finish(read.offset(), null, List.of(records.rejected(read, reason, sentence)), List.of());
    }

    /** Counts, logs and traces an attempt of a delivery, and executes the verdict. */
    public void attempted(PolledDelivery polled, AttemptEnd end, Verdict verdict, ClockReading now) {
        if (end.outcome().attempted()) {
            var failure = verdict instanceof Delivered
                    ? null
                    : Objects.requireNonNullElse(end.failure(), LastOutcome.GENERIC_ERROR);
            stats.attempted(polled.counted(), failure, end.took(), published(polled), now.wall());
            if (end.failure() != null) {
                metrics.failed(polled.subscription(), end.failure());
            }
            attempts.attempted(polled, end, verdict);
        }
        trace(polled, end, verdict);
        execute(verdict, polled, end.subscription(), now);
    }

    private void trace(PolledDelivery polled, AttemptEnd end, Verdict verdict) {
        var host = end.subscription().destination().endpoint().getHost(); // path and query may hold a key
        tracing.ended(polled, host, end.events(), end.outcome(), verdict, end.ended());
    }

    /** Tells the time while no attempt ends. */
    public void passed(Instant now) {
        stats.passed(now);
    }

    private RetryTier firstTier(Duration delay) {
        return ladder.firstHop(delay).orElse(RetryTier.TEN_SECONDS);
    }

    private void park(PolledDelivery polled, RetryState retryState, RetryTier tier, Instant now) {
        var order = polled.from().order();
        var placed = order.placed(polled);
        var record = records.retry(placed, retryState, tier, now);
        if (!LadderRecords.fits(record)) {
            dropInstead(placed, retryState, DropReason.RECORD_TOO_LARGE, now);
            return;
        }
        if (placed.delivery().order() == null) {
            finish(placed, null, List.of(record), ended(placed)); // a limit may have made it wait in the log
        } else {
            var parked = order.parked(placed, now.plus(longer(ladder.stay(tier), retryState, now)));
            finish(placed, null, List.of(record), parked.changes());
            parked.appended().forEach(each -> append(each, now));
        }
    }

    private static Duration longer(Duration stay, RetryState retryState, Instant now) {
        return retryState.due() == null ? stay : Durations.max(stay, Duration.between(now, retryState.due()));
    }

    private static void finish(PolledDelivery polled, Ending ending) {
        finish(polled, ending, List.of(), ended(polled));
    }

    /** @param ending null if the delivery waits from then on */
    private static void finish(
            PolledDelivery polled,
            @Nullable Ending ending,
            List<ProducerRecord<byte[], byte[]>> written,
            List<QueueChange> changes) {
        polled.from().results().finish(polled.offset(), CountChange.of(polled, ending), written, changes);
    }

    /** Lets the next delivery with its order key go, and returns the changes to write in the same transaction. */
    private static List<QueueChange> ended(PolledDelivery polled) {
        return polled.from().order().ended(polled);
    }

    private void keep(
            PolledDelivery polled,
            DeadLetterReason reason,
            RetryState retryState,
            @Nullable Subscription subscription,
            Instant now) {
        if (subscription == null || !subscription.keepsDeadLetters()) {
            dropInstead(polled, retryState, DropReason.of(reason), now);
            return;
        }
        try {
            boolean kept = tracing.givenUp(
                    polled,
                    reason,
                    now,
                    told -> endIfItFits(
                            polled, records.deadLetter(told, retryState, reason, subscription, now), retryState, now));
            if (kept) {
                metrics.deadLettered(polled.delivery().subscription(), reason);
            }
        } catch (IllegalArgumentException e) {
            // Another program than the topology wrote it, because the topology checks every event.
            var why = RejectionReason.INVALID_EVENT;
            log.warn("a delivery for {} is rejected: {}", polled.delivery().subscription(), e.getMessage());
            metrics.rejected(why.wireName());
            var rejected = records.rejected(polled, why, String.valueOf(e.getMessage()), now);
            finish(polled, Ending.DROPPED, List.of(rejected), ended(polled));
        }
    }

    private boolean endIfItFits(
            PolledDelivery polled, ProducerRecord<byte[], byte[]> record, RetryState retryState, Instant now) {
        boolean fits = LadderRecords.fits(record);
        if (fits) {
            finish(polled, Ending.DEAD_LETTERED, List.of(record), ended(polled));
        } else {
            dropInstead(polled, retryState, DropReason.RECORD_TOO_LARGE, now);
        }
        return fits;
    }

    /** Drops a delivery that had another verdict, which was logged. */
    private void dropInstead(PolledDelivery polled, RetryState retryState, DropReason reason, Instant now) {
        cancel(polled, retryState, reason, now);
        finish(polled, Ending.DROPPED);
    }

    private void cancel(PolledDelivery polled, RetryState retryState, DropReason reason, Instant now) {
        attempts.canceled(polled, polled.delivery().at(retryState), null, new Drop(reason), now);
        tellDrop(polled, reason, now);
    }

    private void drop(PolledDelivery polled, DropReason reason, Instant now) {
        tellDrop(polled, reason, now);
        finish(polled, Ending.DROPPED);
    }

    /** Logs only the first drop of its kind, but counts each. */
    private void tellDrop(PolledDelivery polled, DropReason reason, Instant now) {
        var key = polled.delivery().subscription();
        metrics.dropped(key, reason.wireName());
        tracing.dropped(polled, reason);
        if (loggedDrops.first(key, reason, now)) {
            log.warn("events for {} are dropped: {}; further ones are only counted", key, reason.wireName());
        }
    }
}
