package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.CountChange.Ending;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.TopicWrite;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Written;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Attempts that write a record to a Kafka topic in the transaction that finishes their delivery (B-DEST). Confined to
 * the poll thread.
 *
 * <pre>
 *   write ──> state of the topic ──> next transaction ──> committed
 *                     │ missing, too large …   │ refused
 *                     └────────────────────────┴────────> failed
 * </pre>
 */
public final class RecordAttempts {
    private final DestinationTopics topics;
    private final RecordTemplates templates;
    private final Rate rate;
    private final AttemptCompletion completion;
    private final FairScheduler<PolledDelivery> scheduler;
    private final WorkerMetrics metrics;
    private final Observer observer;
    /** Those whose transaction has not ended. */
    private final Set<Attempt> written = new HashSet<>();

    /** Judges the endpoint by an attempt. */
    @FunctionalInterface
    public interface Observer {
        void ended(Attempt attempt, Outcome outcome, ClockReading now);
    }

    /** @param rate of records for one subscription */
    public RecordAttempts(
            DestinationTopics topics,
            Rate rate,
            AttemptCompletion completion,
            FairScheduler<PolledDelivery> scheduler,
            WorkerMetrics metrics,
            Observer observer) {
        this.topics = topics;
        this.templates = new RecordTemplates(topics.allowed());
        this.rate = rate;
        this.completion = completion;
        this.scheduler = scheduler;
        this.metrics = metrics;
        this.observer = observer;
    }

    public void write(SubscriptionEntry entry, KafkaDestination destination, Attempt.Grant grant, ClockReading now) {
        grant.slot()
                .terms(
                        grant.breaker(),
                        rate.sharedBy(entry.subscription().extensions().lanes()));
        var polled = grant.slot().first();
        var attempt = new Attempt(polled, entry, grant, now);
        var due = polled.delivery().retryState().due();
        metrics.late(due == null ? null : Duration.between(due, now.wall()));
        metrics.attemptStarted();
        polled.from().attemptStarted();
        var template =
                templates.of(entry, destination, polled.delivery().event().schema());
        var prepared = template.record(polled, completion.begun(attempt));
        metrics.headersLeftOut(attempt.subscription(), prepared.leftOut());
        var record = prepared.record();
        topics.states().of(record.topic(), now, (state, then) -> decide(attempt, record, state, then));
    }

    private void decide(Attempt attempt, ProducerRecord<byte[], byte[]> record, TopicState state, ClockReading now) {
        var from = attempt.deliveries().getFirst().from();
        from.attemptEnded();
        metrics.attemptEnded();
        if (from.owned()) {
            state.outcomeOf(record)
                    .ifPresentOrElse(outcome -> ended(attempt, outcome, now), () -> park(attempt, record, now));
        } else {
            left(attempt, now);
        }
    }

    /** Frees the slot at once, because transactions take thousands of records; only a probe is waited for. */
    private void park(Attempt attempt, ProducerRecord<byte[], byte[]> record, ClockReading now) {
        var polled = attempt.deliveries().getFirst();
        var log = completion.linesOfWritten(attempt, now);
        written.add(attempt);
        var order = polled.from().order();
        polled.from().count(polled, Ending.DELIVERED);
        polled.from()
                .write(
                        new TopicWrite(polled.offset(), record, log, new End(attempt, record.topic())),
                        order == null ? List.of() : order.changesAtItsEnd(polled));
        if (!attempt.grant().breaker().probing()) {
            release(attempt);
        }
    }

    private final class End implements TopicWrite.End {
        private final Attempt attempt;
        private final String topic;

        End(Attempt attempt, String topic) {
            this.attempt = attempt;
            this.topic = topic;
        }

        @Override
        public void committed() {
            if (written.remove(attempt)) {
                var now = topics.clock().get();
                metrics.responded(attempt.subscription(), attempt.took(now));
                completion.written(attempt, now);
                observer.ended(attempt, new Written(), now);
                release(attempt);
            }
        }

        @Override
        public void refused(KafkaException failure) {
            topics.states().doubt(topic);
            if (written.remove(attempt)) {
                ended(
                        attempt,
                        WriteFailure.outcomeOf(failure, topic),
                        topics.clock().get());
            }
        }
    }

    private void ended(Attempt attempt, Outcome outcome, ClockReading now) {
        if (outcome.attempted()) {
            metrics.responded(attempt.subscription(), attempt.took(now));
        }
        completion.of(attempt, outcome, now);
        observer.ended(attempt, outcome, now);
        release(attempt);
    }

    private void release(Attempt attempt) {
        scheduler.releaseMemory(attempt.grant().slot());
        scheduler.completed(attempt.grant().slot());
    }

    /** Leaves deliveries of lost partitions to their new owner. */
    public void forgetDisowned() {
        var now = topics.clock().get();
        for (var attempt : List.copyOf(written)) {
            if (!attempt.deliveries().getFirst().from().owned()) {
                written.remove(attempt);
                left(attempt, now);
            }
        }
    }

    private void left(Attempt attempt, ClockReading now) {
        completion.of(attempt, new NotSent(), now);
        release(attempt);
    }

    public void forgetRemoved(Predicate<SubscriptionKey> exists) {
        templates.forgetRemoved(exists);
    }
}
