package io.tidings.export.source;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Hops;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.StartMarker;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.RangeReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The past events of topics, as matching reads them. */
final class EventItems implements JobItems {
    /** All subscriptions of a job share it, so that a large job does not fill the memory. */
    private static final int MOST_POLLED = 1_000;

    private final RangeReader log;
    private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
    private final EventDecoder decoder;
    private final Job job;
    private final @Nullable TimesBroughtBack broughtBack;
    private final List<CompiledSubscription> targets;
    private final List<SubscriptionKey> others;
    private final String deliveries;

    private EventItems(
            RangeReader log,
            EventDecoder decoder,
            Job job,
            @Nullable TimesBroughtBack broughtBack,
            List<CompiledSubscription> targets,
            List<SubscriptionKey> others,
            String deliveries) {
        this.log = log;
        this.decoder = decoder;
        this.job = job;
        this.broughtBack = broughtBack;
        this.targets = targets;
        this.others = others;
        this.deliveries = deliveries;
    }

    /** @param positions by partition: what is before them is done */
    static EventItems open(
            KafkaClients clients,
            Topics topics,
            EventDecoder decoder,
            Job job,
            TargetsInForce inForce,
            TimesBroughtBack broughtBack,
            Map<String, Long> positions) {
        var targets = inForce.entries().values().stream()
                .map(CompiledSubscription::of)
                .toList();
        var log = AppendedRecords.reader(clients, ranges(clients, topics, job, positions));
        return new EventItems(log, decoder, job, broughtBack, targets, inForce.others(job), topics.deliveries());
    }

    /**
     * The events that a new subscription gets before matching delivers to it (B-START).
     *
     * @param positions by place: what is before them is done
     */
    static StartItems start(
            KafkaClients clients,
            Topics topics,
            EventDecoder decoder,
            Job job,
            TargetsInForce inForce,
            Map<String, Long> positions) {
        var target = inForce.entries().firstEntry().getValue();
        var log = AppendedRecords.reader(clients, List.of());
        var targets = List.of(CompiledSubscription.of(target));
        var events = new EventItems(log, decoder, job, null, targets, List.of(), topics.deliveries());
        var topic = target.subscription().key().topic();
        return new StartItems(clients, List.of(topics.events(), topics.events(topic)), job, events, positions);
    }

    /** Begins to read ranges, of which it has read the former ones. */
    void begin(List<OffsetRange> ranges) {
        log.beginInTurn(ranges);
    }

    /** Events of a topic that got a Kafka topic of its own later lie in both. */
    private static List<OffsetRange> ranges(KafkaClients clients, Topics topics, Job job, Map<String, Long> positions) {
        var select = job.request().select();
        var shared = AppendedRecords.of(clients, List.of(topics.events()), select.from(), select.to());
        // Publishers may set the times there, so one of the future may stand before one of now.
        var named =
                job.request().targets().topics().stream().map(topics::events).toList();
        var own = AppendedRecords.of(clients, named, select.from(), null);
        return Stream.of(shared, own)
                .flatMap(Optional::stream)
                .flatMap(List::stream)
                .map(range -> new OffsetRange(
                        range.partition(),
                        Math.max(
                                range.start(),
                                positions.getOrDefault(range.partition().toString(), 0L)),
                        range.end()))
                .toList();
    }

    @Override
    public boolean finished() {
        return polled.isEmpty() && log.finished();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        if (polled.isEmpty()) {
            polled.addAll(log.poll(patience));
        }
        var items = new ArrayList<JobItem>();
        while (!polled.isEmpty() && items.size() * targets.size() < MOST_POLLED) {
            var record = polled.remove();
            var source = new EventSource(record.topic(), record.partition(), record.offset());
            items.add(new JobItem(place(source), record.offset() + 1, findings(record, source)));
        }
        return items;
    }

    static String place(EventSource source) {
        return source.kafkaTopic() + "-" + source.partition();
    }

    /** Returns nothing if the job did not ask for the event. */
    private List<Finding> findings(ConsumerRecord<byte[], byte[]> record, EventSource source) {
        var marked = StartMarker.uid(record.headers(), record.value());
        if (marked.isPresent()) {
            boolean ours = job.request().kind() == JobKind.START
                    && targets.getFirst().entry().uid().equals(marked.get());
            return ours ? List.of(new Finding.StartMarked()) : List.of();
        }
        var time = Instant.ofEpochMilli(Math.max(0, record.timestamp()));
        var only = HeaderText.of(record.headers(), HeaderNames.ONLY);
        if (targets.stream().noneMatch(each -> mayGet(each.key(), only)) || !select().hasTime(time)) {
            return List.of();
        }
        var origin = new RecordOrigin(source, time);
        return switch (decoder.read(record.topic(), origin, record.headers(), record.value())) {
            case EventDecoder.Result.Rejected _ -> List.of();
            case EventDecoder.Result.Decoded(var topic, var event) ->
                select().hasId(event.id())
                        ? findings(
                                key -> key.gets(topic, only),
                                new PastEvent(
                                        event,
                                        source,
                                        time,
                                        trace(record.headers(), event),
                                        Hops.of(record.headers()),
                                        only != null,
                                        new EnumMap<>(EventSchema.class)))
                        : List.of();
        };
    }

    /** Returns whether an event may be for a subscription; the topic that it names is not known yet. */
    private static boolean mayGet(SubscriptionKey key, @Nullable String only) {
        return only == null || only.equals(key.name()) || only.equals(key.toString());
    }

    private List<Finding> findings(Predicate<SubscriptionKey> takers, PastEvent past) {
        var findings = new ArrayList<Finding>();
        targets.stream().filter(each -> takers.test(each.key())).forEach(taker -> findings.add(finding(taker, past)));
        others.stream()
                .filter(takers)
                .forEach(_ -> findings.add(new Finding.Skipped(SkipReason.NO_SUBSCRIPTION.wireName())));
        return findings;
    }

    /**
     * @param addressed whether it is for one subscription only
     * @param bodies by schema, so that subscriptions share them
     */
    private record PastEvent(
            Event event,
            EventSource source,
            Instant time,
            @Nullable TraceContext trace,
            int hops,
            boolean addressed,
            Map<EventSchema, byte[]> bodies) {
        byte[] json(EventSchema schema) {
            return bodies.computeIfAbsent(schema, event::deliveredAs);
        }

        DeliveredEvent deliveredAs(EventSchema schema, Instant published) {
            return DeliveredEvent.of(event, schema, source, published, trace, hops);
        }
    }

    private JobSelection select() {
        return job.request().select();
    }

    private Finding finding(CompiledSubscription subscription, PastEvent past) {
        var event = past.event();
        var schema = schema(subscription, past);
        if (schema.isEmpty()) {
            return new Finding.Skipped(subscription.deliveredAs(event).isPresent() ? "FilteredOut" : "NotDeliverable");
        }
        var json = past.json(schema.get());
        var delivered = past.deliveredAs(schema.get(), past.time());
        if (delivered.bytes(json) > EventLimits.MAX_DELIVERED_BYTES) {
            return new Finding.Skipped("TooLarge");
        }
        var orderKey = subscription.orderKey(event);
        int times = broughtBack == null ? 0 : broughtBack.of(delivery(subscription, delivered, orderKey), 0);
        if (broughtBack != null && broughtBack.tooOften(times)) {
            return new Finding.Skipped(SkipReason.BROUGHT_BACK_THREE_TIMES.wireName());
        }
        var key = subscription.key();
        var example = new JobExample(
                job.request().targets().named(key), event.id(), past.source().toString(), past.time(), null, null);
        return new Finding.Selected(key, example, subscription.lane(event, orderKey), now -> {
            var mark = new Redriven(times + 1, now, job.id(), past.time());
            return record(json, delivery(subscription, delivered, orderKey).broughtBack(mark), now);
        });
    }

    /** A start delivers an event that is addressed to the subscription as matching does, whatever the filter says. */
    private Optional<EventSchema> schema(CompiledSubscription subscription, PastEvent past) {
        var event = past.event();
        boolean unfiltered = past.addressed() && job.request().kind() == JobKind.START;
        return job.request().filter() && !unfiltered
                ? subscription.wants(event, job.request().created())
                : subscription.deliveredAs(event);
    }

    private static Delivery delivery(
            CompiledSubscription subscription, DeliveredEvent event, @Nullable String orderKey) {
        var entry = subscription.entry();
        return new Delivery(subscription.key(), entry.uid(), event, entry.offset() + 1, RetryState.START)
                .ordered(orderKey == null ? null : new DeliveryOrder(orderKey, null));
    }

    private ProducerRecord<byte[], byte[]> record(byte[] json, Delivery delivery, Instant now) {
        return new ProducerRecord<>(
                deliveries, null, delivery.subscription().bytes(), json, List.of(DeliveryHeaders.write(delivery, now)));
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
