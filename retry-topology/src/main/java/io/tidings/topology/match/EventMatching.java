package io.tidings.topology.match;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Hops;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventDecoder.Result.Decoded;
import io.tidings.contract.event.EventDecoder.Result.Rejected;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.record.DeliveryHeaderTemplate;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.Deduplicate;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.match.DeliveryFactory.Circumstances;
import io.tidings.topology.match.MatchOutput.Sink;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns an event into a delivery for each matching subscription, or into a rejected record. Confined to one thread.
 */
public final class EventMatching {
    private static final Logger log = LoggerFactory.getLogger(EventMatching.class);

    private final ResourceTables tables;
    private final MatchMetrics metrics;
    private final InstantSource clock;
    private final Tracing tracing;
    private final DeliveryHeaderTemplate headers = new DeliveryHeaderTemplate();

    public EventMatching(ResourceTables tables, MatchMetrics metrics, InstantSource clock, Tracing tracing) {
        this.tables = tables;
        this.metrics = metrics;
        this.clock = clock;
        this.tracing = tracing;
    }

    /** Returns the records that follow from a record; a reader that commits its offset must have written them. */
    public List<MatchOutput> outputs(EventDecoder.Result result, ReadRecord record) {
        return outputs(result, record, _ -> true);
    }

    /** The same, without deliveries to other subscriptions than some. */
    public List<MatchOutput> outputs(EventDecoder.Result result, ReadRecord record, Predicate<SubscriptionEntry> some) {
        return switch (result) {
            case Decoded(var topic, var event) -> deliveries(topic, event, record, some);
            case Rejected(var reason, var sentence) -> refused(record, reason, sentence);
        };
    }

    /** Rejects a record on which our own code fails: it would stop its reader again after every restart. */
    public List<MatchOutput> failed(ReadRecord record, RuntimeException failure) {
        log.error("the event at {} is rejected; please report this bug", record.source(), failure);
        return refused(record, RejectionReason.INVALID_EVENT, "cannot be matched: " + failure);
    }

    /** Rejects a record that must not be read, because the process ends with it. */
    public List<MatchOutput> unprocessable(ReadRecord record) {
        log.error(
                "the event at {} is rejected: it was begun twice, and the process ended both times before it was done;"
                        + " please report this bug with the event, which is in the topic rejected",
                record.source());
        return refused(
                record,
                RejectionReason.UNPROCESSABLE,
                "begun twice, and the process ended both times before it was done: see the log of the topology");
    }

    /** Keeps an event that is not delivered, because it repeats another (B-DEDUP-3). */
    public List<MatchOutput> duplicate(String topic, Deduplicate rule, EventSource first, ReadRecord record) {
        var span = begin(record.trace(), record.source()).setAttribute(Attribute.TOPIC.key(), topic);
        span.setAttribute(Attribute.REASON.key(), RejectionReason.DUPLICATE.wireName())
                .end();
        metrics.duplicate(topic);
        var sentence = "has the " + rule.by() + " of " + first + ", which came less than " + rule.window() + " before";
        log.debug("{} is dropped: it {}", record.source(), sentence);
        return List.of(kept(record, RejectionReason.DUPLICATE, sentence));
    }

    /** Returns when an event was appended, or is matched if that is not known. */
    public Instant published(ReadRecord record) {
        return record.appended() == null ? clock.instant() : record.appended();
    }

    private List<MatchOutput> refused(ReadRecord record, RejectionReason reason, String sentence) {
        failed(begin(record.trace(), record.source()), reason).end();
        return List.of(rejected(record, reason, sentence));
    }

    private Span begin(@Nullable TraceContext parent, EventSource source) {
        var span = tracing.begin(Step.MATCH, parent);
        return span.isRecording() ? span.setAttribute(Attribute.SOURCE.key(), source.toString()) : span;
    }

    private static Span failed(Span span, RejectionReason reason) {
        return span.setAttribute(Attribute.REASON.key(), reason.wireName()).setStatus(StatusCode.ERROR, "rejected");
    }

    private List<MatchOutput> deliveries(
            String topic, Event event, ReadRecord record, Predicate<SubscriptionEntry> some) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // enough for people
        long tableRead = tables.subscriptionsRead().position();
        var source = record.source();
        var only = record.only();
        var candidates = only == null
                ? tables.index().candidates(topic, event.type())
                : tables.index().candidate(topic, only);
        var parent = record.trace(event);
        var span = begin(parent, source)
                .setAttribute(Attribute.TOPIC.key(), topic)
                .setAttribute(Attribute.EVENT_ID.key(), event.id())
                .setAttribute(Attribute.EVENT_TYPE.key(), event.type());
        var published = record.appended() == null ? now : record.appended();
        var factory = new DeliveryFactory(
                event,
                new Circumstances(
                        source, published, Tracing.next(span, parent), Hops.of(record.headers()), tableRead, now),
                headers);
        var outputs = new ArrayList<MatchOutput>();
        int made = 0;
        boolean all = true;
        for (var compiled : candidates) {
            if (!some.test(compiled.entry())) {
                all = false;
                continue;
            }
            var schema = (only == null ? compiled.wants(event, now) : compiled.deliveredAs(event)).orElse(null);
            if (schema == null) {
                continue;
            }
            if (factory.tooLarge(schema)) {
                failed(span, RejectionReason.TOO_LARGE);
                outputs.add(tooLarge(compiled, schema, record));
            } else {
                metrics.matched(compiled.key());
                outputs.add(factory.delivery(compiled, schema));
                made++;
            }
        }
        if (event.mismatch() != null) {
            metrics.mismatched(topic);
        }
        metrics.evaluated(tables.index().count(topic)); // counts the decisions that the index saves, too
        if (outputs.isEmpty() && all) {
            metrics.unmatched(topic);
        }
        span.setAttribute(Attribute.MATCHED.key(), made).end();
        log.debug("event {} of topic {}, from {}: {} deliveries", event.id(), topic, source, made);
        return outputs;
    }

    private MatchOutput tooLarge(CompiledSubscription compiled, EventSchema schema, ReadRecord record) {
        var sentence = "too large to be delivered to " + compiled.key() + " as " + schema.deliveryName();
        return rejected(record, RejectionReason.TOO_LARGE, sentence);
    }

    private MatchOutput rejected(ReadRecord record, RejectionReason reason, String sentence) {
        metrics.rejected(reason);
        log.debug("{} is rejected ({}): {}", record.source(), reason.wireName(), sentence);
        return kept(record, reason, sentence);
    }

    private MatchOutput kept(ReadRecord record, RejectionReason reason, String sentence) {
        var kept = RejectedRecord.of(record.key(), record.value(), record.headers(), record.source(), reason, sentence);
        if (record.topic() != null) {
            HeaderText.set(kept.headers(), HeaderNames.TOPIC, record.topic());
        }
        return new MatchOutput(Sink.REJECTED, kept.key(), 0, kept.value(), clock.instant(), kept.headers());
    }
}
