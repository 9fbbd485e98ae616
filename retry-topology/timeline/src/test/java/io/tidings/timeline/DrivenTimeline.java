package io.tidings.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.runtime.metric.Metric;
import io.tidings.timeline.state.EntryReader;
import io.tidings.timeline.state.MinuteState;
import io.tidings.timeline.state.PartitionState;
import io.tidings.timeline.state.TimelineStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The timeline without brokers, with one partition, and the lines of a worker and an exporter. */
final class DrivenTimeline implements AutoCloseable {
    static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    static final Selection ALL = new Selection(null, null, null, null, null, 100);

    private static final Duration RETENTION = Duration.ofDays(7);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
    private final TopologyTestDriver driver;
    private final CountedReads entries;

    DrivenTimeline(Path folder) {
        this(folder, 16 * 1024 * 1024);
    }

    /** @param bytes that its entries may take */
    DrivenTimeline(Path folder, long bytes) {
        var stores = new TimelineStores(RETENTION, bytes);
        var settings = new Properties();
        settings.putAll(stores.settings());
        settings.put("application.id", "timeline");
        settings.put("bootstrap.servers", "none:1");
        settings.put("state.dir", folder.toString());
        var topology = TimelineTopology.of(
                TOPICS, new EntryReader(TOPICS, null), stores, 1, Metric.TIMELINE_IGNORED.counter(registry));
        driver = new TopologyTestDriver(topology, settings, NOON);
        entries = new CountedReads(driver.getKeyValueStore(TimelineStores.ENTRIES));
    }

    static LoggedDelivery delivery(String eventId, EventSource source) {
        return new LoggedDelivery(eventId, source, "u-1", NOON.minusSeconds(60), 0);
    }

    static AttemptLine failure(String eventId, int number, Instant ended) {
        return new AttemptLine(
                delivery(eventId, SOURCE),
                number,
                ended,
                Duration.ofMillis(12),
                new Result(LastOutcome.BUSY, 503, "status 503", "later"),
                new Consequence("Retry", null, ended.plusSeconds(31)));
    }

    static AttemptLine success(String eventId, int number, Instant ended) {
        return new AttemptLine(
                delivery(eventId, SOURCE),
                number,
                ended,
                Duration.ofMillis(3),
                new Result(null, 200, null, null),
                new Consequence("Delivered", null, null));
    }

    static ExportLine export(String eventId, Instant time) {
        return new ExportLine(
                delivery(eventId, SOURCE),
                new EventSource(TOPICS.deadLetters(), 0, 0),
                time,
                new ExportLine.Ending.Written("local", "letters", "BILLING/a.json"));
    }

    void attempt(AttemptLine line) {
        attempt(BILLING, line);
    }

    void attempt(SubscriptionKey subscription, AttemptLine line) {
        put(TOPICS.attempts(), subscription.bytes(), line.json(), new RecordHeaders(), line.ended());
    }

    void export(ExportLine line) {
        put(TOPICS.exports(), BILLING.bytes(), line.json(), new RecordHeaders(), line.time());
    }

    void deadLetter(String eventId, Instant appended, String... more) {
        var event = new DeliveredEvent(EventSchema.EVENT_GRID, eventId, "", NOON.minusSeconds(60), SOURCE, null);
        var last = new LastAttempt(LastOutcome.BAD_REQUEST, 400, appended);
        var headers = new RecordHeaders();
        DeadLetterHeaders.write(
                        new Delivery(BILLING, "u-1", event, 1, new RetryState(1, 0, null, last)),
                        appended,
                        new DeadLetterDestination("local", "letters"),
                        null,
                        DeadLetterReason.BAD_REQUEST)
                .forEach(headers::add);
        for (int i = 0; i < more.length; i += 2) {
            HeaderText.set(headers, more[i], more[i + 1]);
        }
        put(TOPICS.deadLetters(), BILLING.bytes(), "a large event".getBytes(UTF_8), headers, appended);
    }

    void reject(byte[] value, Instant appended, String... more) {
        var headers = new RecordHeaders();
        HeaderText.set(headers, HeaderNames.SOURCE, SOURCE.toString());
        HeaderText.set(headers, HeaderNames.REASON, "WrongSchema");
        HeaderText.set(headers, HeaderNames.ERROR, "no subject");
        for (int i = 0; i < more.length; i += 2) {
            HeaderText.set(headers, more[i], more[i + 1]);
        }
        put(TOPICS.rejected(), null, value, headers, appended);
    }

    /** @param worker as each worker names itself, anew at each start */
    void stats(String worker, StatsLine line) {
        put(TOPICS.stats(), line.key(worker), line.json(), new RecordHeaders(), line.minute());
    }

    void put(String log, byte @Nullable [] key, byte @Nullable [] value, Headers headers, Instant appended) {
        inputs.computeIfAbsent(
                        log,
                        name -> driver.createInputTopic(name, new ByteArraySerializer(), new ByteArraySerializer()))
                .pipeInput(new TestRecord<>(key, value, headers, appended));
    }

    PartitionState state(Instant now) {
        return state(now, () -> false);
    }

    PartitionState state(Instant now, BooleanSupplier late) {
        return new PartitionState(entries, driver.getKeyValueStore(TimelineStores.WAITING), now.minus(RETENTION), late);
    }

    /** Returns how many entries were read. */
    long reads() {
        return entries.reads();
    }

    List<TimelineEntry> ofEvent(String eventId) {
        return ofEvent(eventId, NOON);
    }

    List<TimelineEntry> ofEvent(String eventId, Instant now) {
        return state(now).ofEvent(BILLING.topic(), eventId).rows().stream()
                .map(Row::entry)
                .toList();
    }

    List<Row> attempts(Selection selection) {
        return state(NOON).attempts(BILLING, null, selection).rows();
    }

    List<Row> deadLetters(Selection selection) {
        return state(NOON).deadLetters(BILLING, null, selection).rows();
    }

    List<Row> rejections(String topic, Selection selection) {
        return state(NOON).rejections(topic, selection).rows();
    }

    MinuteState minutes() {
        return new MinuteState(
                driver.getKeyValueStore(TimelineStores.MINUTES), NOON.minus(TimelineStores.RETENTION_OF_MINUTES));
    }

    List<StatsLine> minutes(SubscriptionKey subscription, Instant from, Instant to) {
        return minutes().of(subscription, null, from, to, Duration.ofMinutes(1));
    }

    List<ActiveMinute> since(Instant from) {
        return minutes().since(from);
    }

    Map<String, Waiting> waiting() {
        return state(NOON).waiting(BILLING, null, new RetryLadder(TimeScale.REAL));
    }

    PartitionState.Counted waitingOfAll() {
        return state(NOON).waiting(new RetryLadder(TimeScale.REAL));
    }

    PartitionState.Counted waitingBySubscription() {
        return state(NOON).waitingBySubscription();
    }

    double ignored() {
        return Metric.TIMELINE_IGNORED.counter(registry).count();
    }

    /** Returns the records of the topic between the two halves. */
    List<TestRecord<byte[], byte[]>> repartitioned() {
        return new ArrayList<>(driver.createOutputTopic(
                        TimelineTopology.repartitionTopic("timeline"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readRecordsToList());
    }

    @Override
    public void close() {
        driver.close();
    }
}
