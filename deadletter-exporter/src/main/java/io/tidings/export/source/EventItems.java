package io.tidings.export.source;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Hops;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.parse.EventDecoder;
import io.tidings.contract.parse.RecordOrigin;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.export.selection.LetterSelection;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The past events of a topic, as matching reads them. */
final class EventItems implements JobItems {
    private final RangeReader log;
    private final EventDecoder decoder;
    private final Job job;
    private final CompiledSubscription subscription;
    private final EarlierReplays earlier;
    private final String deliveries;

    private EventItems(
            RangeReader log,
            EventDecoder decoder,
            Job job,
            CompiledSubscription subscription,
            EarlierReplays earlier,
            String deliveries) {
        this.log = log;
        this.decoder = decoder;
        this.job = job;
        this.subscription = subscription;
        this.earlier = earlier;
        this.deliveries = deliveries;
    }

    /** @param positions by partition: what is before them is done */
    static EventItems open(
            KafkaClients clients,
            Topics topics,
            EventDecoder decoder,
            Job job,
            CompiledSubscription subscription,
            EarlierReplays earlier,
            Map<String, Long> positions) {
        var log = RangeReader.open(clients);
        try {
            log.begin(ranges(log, topics, job, positions));
            return new EventItems(log, decoder, job, subscription, earlier, topics.deliveries());
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Events of a topic that got a Kafka topic of its own later lie in both. */
    private static List<OffsetRange> ranges(RangeReader log, Topics topics, Job job, Map<String, Long> positions) {
        var select = job.request().select();
        var consumer = log.consumer();
        var shared = OffsetRange.partitions(consumer, topics.events());
        var own = OffsetRange.partitions(
                consumer, topics.events(job.request().subscription().topic()));
        var ranges = new ArrayList<>(OffsetRange.of(consumer, shared, select.from(), select.to()));
        // Publishers may set the times there, so one of the future may stand before one of now.
        ranges.addAll(OffsetRange.of(consumer, own, select.from(), null));
        return ranges.stream()
                .map(range -> new OffsetRange(
                        range.partition(),
                        Math.max(
                                range.start(),
                                positions.getOrDefault(range.partition().toString(), 0L)),
                        range.end()))
                .filter(range -> range.start() < range.end())
                .toList();
    }

    @Override
    public boolean finished() {
        return log.finished();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        return log.poll(patience).stream()
                .map(record -> {
                    var source = new EventSource(record.topic(), record.partition(), record.offset());
                    return new JobItem(place(source), record.offset() + 1, finding(record, source));
                })
                .toList();
    }

    private static String place(EventSource source) {
        return source.kafkaTopic() + "-" + source.partition();
    }

    private Finding finding(ConsumerRecord<byte[], byte[]> record, EventSource source) {
        var time = Instant.ofEpochMilli(record.timestamp());
        var only = HeaderText.of(record.headers(), HeaderNames.ONLY);
        boolean forOthers =
                only != null && !only.equals(job.request().subscription().name());
        if (forOthers || !select().hasTime(time)) {
            return new Finding.NotAsked();
        }
        var origin = new RecordOrigin(source, time);
        return switch (decoder.read(record.topic(), origin, record.headers(), record.value())) {
            case EventDecoder.Result.Rejected _ -> new Finding.NotAsked();
            case EventDecoder.Result.Decoded(var _, var event) ->
                select().hasId(event.id())
                        ? finding(event, source, time, trace(record.headers(), event), Hops.of(record.headers()))
                        : new Finding.NotAsked();
        };
    }

    private JobSelection select() {
        return job.request().select();
    }

    private Finding finding(Event event, EventSource source, Instant time, @Nullable TraceContext trace, int hops) {
        var schema = schema(event);
        if (schema.isEmpty()) {
            return new Finding.Skipped(subscription.deliveredAs(event).isPresent() ? "FilteredOut" : "NotDeliverable");
        }
        var json = event.deliveredAs(schema.get());
        if (DeliveredEvent.of(event, schema.get(), source, time, trace, hops).bytes(json)
                > EventLimits.MAX_DELIVERED_BYTES) {
            return new Finding.Skipped("TooLarge");
        }
        int times = earlier.times(place(source), source.offset(), time, event.id());
        if (times >= LetterSelection.MOST_TIMES && !job.request().force()) {
            return new Finding.Skipped(SkipReason.TOO_OFTEN.wireName());
        }
        var example = new JobExample(event.id(), source.toString(), time, null, null);
        return new Finding.Selected(example, subscription.lane(event, null), now -> {
            var delivered = DeliveredEvent.of(event, schema.get(), source, now, trace, hops);
            return record(json, delivery(delivered, new Redriven(times + 1, now, job.id(), time)), now);
        });
    }

    private Optional<EventSchema> schema(Event event) {
        return job.request().filter()
                ? subscription.wants(event, job.request().created())
                : subscription.deliveredAs(event);
    }

    private Delivery delivery(DeliveredEvent event, Redriven mark) {
        var entry = subscription.entry();
        return new Delivery(subscription.key(), entry.uid(), event, entry.offset() + 1, RetryState.START, mark);
    }

    private ProducerRecord<byte[], byte[]> record(byte[] json, Delivery delivery, Instant now) {
        return new ProducerRecord<>(
                deliveries, null, subscription.key().bytes(), json, List.of(DeliveryHeaders.write(delivery, now)));
    }

    /** The context of the record is that of the latest step; the event may name only its first. */
    private static @Nullable TraceContext trace(Headers headers, Event event) {
        var ofRecord = TraceContext.of(
                HeaderText.of(headers, HeaderNames.TRACEPARENT), HeaderText.of(headers, HeaderNames.TRACESTATE));
        return ofRecord == null ? event.trace() : ofRecord;
    }

    @Override
    public void close() {
        log.close();
    }
}
