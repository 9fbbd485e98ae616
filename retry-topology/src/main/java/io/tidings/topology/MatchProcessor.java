package io.tidings.topology;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.parse.EventDecoder;
import io.tidings.contract.parse.EventDecoder.Result.Decoded;
import io.tidings.contract.parse.EventDecoder.Result.Rejected;
import io.tidings.contract.parse.RecordOrigin;
import io.tidings.contract.parse.RejectionReason;
import io.tidings.contract.record.DeliveryHeaderTemplate;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.DeliveryFactory.Circumstances;
import io.tidings.topology.table.TableBehind;
import io.tidings.topology.telemetry.MatchMetrics;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a published record into a delivery for each matching subscription, or into a rejected record. Confined to one
 * stream thread.
 */
final class MatchProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Logger log = LoggerFactory.getLogger(MatchProcessor.class);
    private static final int MOST_DIGITS = 18;

    private final EventDecoder decoder;
    private final ResourceTables tables;
    private final Predicate<String> appendTimes;
    private final MatchMetrics metrics;
    private final InstantSource clock;
    private final Tracing tracing;
    private final DeliveryHeaderTemplate headers = new DeliveryHeaderTemplate();
    private @Nullable ProcessorContext<byte[], byte[]> context;

    /** A record and the sink it is written to. */
    private record Output(String sink, Record<byte[], byte[]> record) {}

    MatchProcessor(
            EventDecoder decoder,
            ResourceTables tables,
            Predicate<String> appendTimes,
            MatchMetrics metrics,
            InstantSource clock,
            Tracing tracing) {
        this.decoder = decoder;
        this.tables = tables;
        this.appendTimes = appendTimes;
        this.metrics = metrics;
        this.clock = clock;
        this.tracing = tracing;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> current) {
        context = current;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context == null) {
            throw new IllegalStateException("not initialised");
        }
        var source = source(context);
        for (var output : outputs(record, source)) {
            context.forward(output.record(), output.sink());
        }
    }

    /** Rejects a record on which our own code fails: it would stop the stream again after every restart. */
    private List<Output> outputs(Record<byte[], byte[]> record, EventSource source) {
        try {
            return switch (read(record, source)) {
                case Decoded(var topic, var event) -> deliveries(topic, event, record, source);
                case Rejected(var reason, var sentence) -> refused(record, source, reason, sentence);
            };
        } catch (TableBehind e) {
            throw e; // the event may be valid: the thread dies, and the event is read again
        } catch (RuntimeException e) {
            log.error("the event at {} is rejected; please report this bug", source, e);
            return refused(record, source, RejectionReason.INVALID_EVENT, "cannot be matched: " + e);
        }
    }

    private List<Output> refused(
            Record<byte[], byte[]> record, EventSource source, RejectionReason reason, String sentence) {
        failed(begin(trace(record.headers()), source), reason).end();
        return List.of(rejected(record, source, reason, sentence));
    }

    private Span begin(@Nullable TraceContext parent, EventSource source) {
        var span = tracing.begin(Step.MATCH, parent);
        return span.isRecording() ? span.setAttribute(Attribute.SOURCE.key(), source.toString()) : span;
    }

    private static Span failed(Span span, RejectionReason reason) {
        return span.setAttribute(Attribute.REASON.key(), reason.wireName()).setStatus(StatusCode.ERROR, "rejected");
    }

    /** Waits only for what the publisher's side had read of the tables (B-MATCH-6). */
    private EventDecoder.Result read(Record<byte[], byte[]> record, EventSource source) {
        var position = position(record.headers());
        position.ifPresent(tables.subscriptionsRead()::await);
        var origin = new RecordOrigin(source, Instant.ofEpochMilli(record.timestamp()));
        var result = decoder.read(source.kafkaTopic(), origin, record.headers(), record.value());
        if (position.isPresent()
                && result instanceof Rejected(var reason, var _)
                && reason == RejectionReason.UNKNOWN_TOPIC) {
            tables.topicsRead().awaitEnd();
            return decoder.read(source.kafkaTopic(), origin, record.headers(), record.value());
        }
        return result;
    }

    /**
     * Parses the bytes directly, since every event that came over HTTP has this header; returns empty if it is no
     * number.
     */
    private static OptionalLong position(Headers headers) {
        var header = headers.lastHeader(HeaderNames.SUBSCRIPTIONS_OFFSET);
        var digits = header == null ? null : header.value();
        if (digits == null || digits.length == 0 || digits.length > MOST_DIGITS) {
            return OptionalLong.empty();
        }
        long position = 0;
        for (byte digit : digits) {
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            position = 10 * position + (digit - '0');
        }
        return OptionalLong.of(position);
    }

    private List<Output> deliveries(String topic, Event event, Record<byte[], byte[]> record, EventSource source) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // enough for people
        long tableRead = tables.subscriptionsRead().position();
        var only = HeaderText.of(record.headers(), HeaderNames.ONLY);
        var candidates = only == null
                ? tables.index().candidates(topic, event.type())
                : tables.index().candidate(topic, only);
        var parent = trace(record.headers(), event);
        var span = begin(parent, source)
                .setAttribute(Attribute.TOPIC.key(), topic)
                .setAttribute(Attribute.EVENT_ID.key(), event.id())
                .setAttribute(Attribute.EVENT_TYPE.key(), event.type());
        var factory = new DeliveryFactory(
                event,
                new Circumstances(source, published(record, source, now), Tracing.next(span, parent), tableRead, now),
                headers);
        var outputs = new ArrayList<Output>();
        int made = 0;
        for (var compiled : candidates) {
            var schema = (only == null ? compiled.wants(event, now) : compiled.deliveredAs(event)).orElse(null);
            if (schema == null) {
                continue;
            }
            if (factory.tooLarge(schema)) {
                failed(span, RejectionReason.TOO_LARGE);
                outputs.add(tooLarge(compiled, schema, record, source));
            } else {
                metrics.matched(compiled.key());
                outputs.add(new Output(MatchTopology.DELIVERIES, factory.delivery(compiled, schema)));
                made++;
            }
        }
        metrics.evaluated(tables.index().count(topic)); // counts the decisions that the index saves, too
        if (outputs.isEmpty()) {
            metrics.unmatched(topic);
        }
        span.setAttribute(Attribute.MATCHED.key(), made).end();
        log.debug("event {} of topic {}, from {}: {} deliveries", event.id(), topic, source, made);
        return outputs;
    }

    private Output tooLarge(
            CompiledSubscription compiled, EventSchema schema, Record<byte[], byte[]> record, EventSource source) {
        var sentence = "too large to be delivered to " + compiled.key() + " as " + schema.deliveryName();
        return rejected(record, source, RejectionReason.TOO_LARGE, sentence);
    }

    private Output rejected(
            Record<byte[], byte[]> record, EventSource source, RejectionReason reason, String sentence) {
        metrics.rejected(reason);
        log.debug("{} is rejected ({}): {}", source, reason.wireName(), sentence);
        var kept = RejectedRecord.of(record.key(), record.value(), record.headers(), source, reason, sentence);
        return new Output(
                MatchTopology.REJECTED,
                new Record<>(kept.key(), kept.value(), clock.instant().toEpochMilli(), kept.headers()));
    }

    private Instant published(Record<byte[], byte[]> record, EventSource source, Instant now) {
        var appended = Instant.ofEpochMilli(record.timestamp());
        return appendTimes.test(source.kafkaTopic()) && HeaderTime.possible(appended) ? appended : now;
    }

    private static EventSource source(ProcessorContext<byte[], byte[]> context) {
        var read = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record that comes from no topic"));
        return new EventSource(read.topic(), read.partition(), read.offset());
    }

    /** The context of the record is that of the latest step; the event may name only its first. */
    private static @Nullable TraceContext trace(Headers headers, Event event) {
        var ofRecord = trace(headers);
        return ofRecord == null ? event.trace() : ofRecord;
    }

    private static @Nullable TraceContext trace(Headers headers) {
        var parent = HeaderText.of(headers, HeaderNames.TRACEPARENT);
        return parent == null ? null : TraceContext.of(parent, HeaderText.of(headers, HeaderNames.TRACESTATE));
    }
}
