package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.kafka.AllowedDestinations;
import io.tidings.worker.partition.TopicWrite;
import io.tidings.worker.schedule.LaneLimit;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Writes attempts to Kafka topics, each as a record in the transaction that finishes its delivery (B-DEST). Confined to
 * the poll thread.
 */
public final class RecordTransport implements Transport {
    private final Rate rate;
    private final AllowedDestinations allowed;
    private final Templates<RecordTemplate> templates = new Templates<>(this::template);
    private final TopicStates states;
    private final WorkerMetrics metrics;
    private final Supplier<ClockReading> clock;

    /** @param rate of records for one subscription */
    public RecordTransport(
            Rate rate,
            AllowedDestinations allowed,
            TopicStates states,
            WorkerMetrics metrics,
            Supplier<ClockReading> clock) {
        this.rate = rate;
        this.allowed = allowed;
        this.states = states;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public @Nullable String hindrance(Subscription subscription) {
        var destination = destination(subscription);
        var topic = subscription.key().topic();
        var setting = AllowedDestinations.PREFIX + destination.name();
        if (allowed.topicOf(destination).isEmpty()) {
            return setting + " is not set for this worker";
        }
        return allowed.brokenBy(destination, topic).isEmpty()
                ? null
                : setting + AllowedUse.TOPICS + " of this worker does not have topic " + topic;
    }

    private RecordTemplate template(SubscriptionEntry entry, EventSchema schema) {
        var destination = destination(entry.subscription());
        var topic = allowed.topicOf(destination)
                .orElseThrow(() -> new IllegalStateException(destination.name() + " has no Kafka topic"));
        return RecordTemplate.of(entry.subscription(), destination, schema, topic);
    }

    private static KafkaDestination destination(Subscription subscription) {
        return (KafkaDestination) subscription.destination();
    }

    @Override
    public Attempt attempt(SubscriptionEntry entry, Attempt.Grant grant, Dispatcher queue, ClockReading now) {
        var slot = grant.slot();
        slot.terms(grant.breaker(), LaneLimit.slower(rate, entry.subscription().extensions()));
        return new Attempt(List.of(slot.first()), entry, grant, now, null, null);
    }

    @Override
    public void send(Attempt attempt, @Nullable TraceContext trace, Attempts attempts) {
        var polled = attempt.first();
        var template = templates.of(attempt.entry, polled.delivery().event().schema());
        var prepared = template.record(polled, trace);
        metrics.headersLeftOut(attempt.subscription(), prepared.leftOut());
        var record = prepared.record();
        states.of(record.topic(), attempt.started, (state, now) -> {
            var outcome = polled.from().owned() ? state.outcomeOf(record) : Optional.<Outcome>of(new NotSent());
            if (outcome.isPresent()) {
                attempts.onEnd(attempt, outcome.get(), now);
            } else {
                attempts.onRecord(attempt, record, end(attempt, record, attempts), now);
            }
        });
    }

    private TopicWrite.End end(Attempt attempt, ProducerRecord<byte[], byte[]> record, Attempts attempts) {
        return new TopicWrite.End() {
            @Override
            public void committed() {
                attempts.onCommitted(attempt, clock.get());
            }

            @Override
            public void refused(KafkaException failure) {
                states.doubt(record.topic());
                attempts.onRefused(attempt, WriteFailure.outcomeOf(failure, record.topic()), clock.get());
            }
        };
    }

    @Override
    public void forgetIf(Predicate<SubscriptionKey> gone) {
        templates.forgetIf(gone);
    }
}
