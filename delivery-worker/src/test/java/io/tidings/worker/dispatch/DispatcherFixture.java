package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.ClockReading;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.Settings;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.worker.Examples;
import io.tidings.worker.SubscriptionRecords;
import io.tidings.worker.WorkerConfig;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.UncommittedRecords;
import io.tidings.worker.schedule.DueQueue;
import io.tidings.worker.telemetry.DeliveryTracing;
import io.tidings.worker.telemetry.NoDeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A dispatch with all it needs but a broker: real requests, a clock that only tests move, and what it parks to look at. */
public final class DispatcherFixture implements AutoCloseable {
    public final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final EndpointHealthTable writtenDown = new EndpointHealthTable();
    final DueQueue<PolledDelivery> dueQueue = new DueQueue<>(1_000_000, PolledDelivery::subscription);
    public final AssignedPartition partition = partition(null);
    /** The first tier, of the same partition number. */
    final AssignedPartition tier = partition(RetryTier.TEN_SECONDS);

    public final Dispatcher dispatcher;
    public final EndpointBreakers breakers;
    /** The records that are written beside the parked deliveries. */
    final WrittenRecords written = new WrittenRecords(topics, partition, writtenDown);

    private final WebhookClient client;
    private final ResourceTable table;
    private final Inbox inbox = new Inbox(() -> {});
    private final ManualClock clock = new ManualClock();
    private long offsets;
    private int versions;

    public DispatcherFixture(Map<String, String> settings) {
        this(settings, NoDeliveryTracing.INSTANCE);
    }

    DispatcherFixture(Map<String, String> settings, DeliveryTracing tracing) {
        this(settings, tracing, Examples.openPermit());
    }

    DispatcherFixture(Map<String, String> settings, DeliveryTracing tracing, SendGuard sendGuard) {
        var all = new HashMap<String, String>(settings);
        all.putIfAbsent("worker.max.in.flight.per.subscription", "1");
        all.putIfAbsent("worker.connect.timeout", "1m"); // by the machine's clock
        all.put("bootstrap.servers", "localhost:1");
        all.put("attempts.log", "none");
        all.put("endpoint.allow.http", "true");
        all.put("endpoint.allow.networks", "127.0.0.0/8,::1/128");
        var config = WorkerConfig.of(Settings.of(WorkerConfig.definitions(), WorkerConfig.prefixes(), all));
        table = new ResourceTable(
                new SubscriptionJson(new EndpointRules(true)),
                config.endpoints().secrets());
        client = WebhookClient.open(
                Examples.credentials(
                        config.endpoints().credentials(), config.endpoints().proxy()),
                new EndpointRules(true),
                config.endpoints().addresses(),
                config.endpoints().proxy(),
                config.endpoints().connectTimeout(),
                config.dispatch().late().timeout(),
                200);
        var metrics = new WorkerMetrics(registry, SubscriptionDetail.ALL);
        var records = new LadderRecords(topics);
        var verdicts = new VerdictExecutor(
                records,
                new AttemptLog(topics.attempts(), AttemptLog.Selection.FAILURES),
                config.dispatch().ladder(),
                dueQueue,
                metrics,
                tracing,
                SubscriptionStats.NONE);
        breakers = new EndpointBreakers(
                config.probation(), config.limits().inFlightPerSubscription(), writtenDown, records, metrics);
        dispatcher = new Dispatcher(
                config.dispatch(),
                table,
                breakers,
                verdicts,
                sendGuard,
                new Transports(
                        new WebhookTransport(config.dispatch(), client, inbox, sendGuard, metrics, this::now),
                        Examples.noTopics(metrics, this::now)),
                metrics,
                tracing,
                Examples.seeded(1));
    }

    private AssignedPartition partition(RetryTier of) {
        var name = of == null ? topics.deliveries() : topics.retry(of);
        var owned =
                new AssignedPartition(new TopicPartition(name, 3), of, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(owned.number()),
                new NumberCounts()));
        return owned;
    }

    public ClockReading now() {
        return clock.now();
    }

    public void moveClock(Duration forward) {
        clock.move(forward);
    }

    /** @param members of the webhook's properties besides its URL, each with a comma before it */
    void subscribe(String uid, String url, String members) {
        subscribe(uid, url, members, "");
    }

    /** @param properties of the subscription besides its destination, each with a comma before it */
    void subscribe(String uid, String url, String members, String properties) {
        subscribe(Examples.BILLING, uid, url, members, properties);
    }

    void subscribe(SubscriptionKey key, String uid, String url, String members, String properties) {
        subscribe(SubscriptionRecords.succeeded(topics.subscriptions(), key, uid, url, members, properties));
    }

    /** @param pauses the header that says when it was paused */
    void subscribeWithPauses(String url, String properties, String pauses) {
        var record =
                SubscriptionRecords.succeeded(topics.subscriptions(), Examples.BILLING, "uid", url, "", properties);
        record.headers().add(HeaderNames.PAUSES, pauses.getBytes(UTF_8));
        subscribe(record);
    }

    public void subscribe(ProducerRecord<byte[], byte[]> record) {
        switch (read(record)) {
            case TableChange.SubscriptionPut(var entry) -> dispatcher.subscriptionWritten(entry, clock.now());
            case TableChange.Ignored(var _, var problem, var _) -> throw new IllegalArgumentException(problem);
            case TableChange.SubscriptionRemoved _,
                    TableChange.SubscriptionIncomplete _,
                    TableChange.TopicPut _,
                    TableChange.DomainTopicChanged _,
                    TableChange.EventTypesChanged _,
                    TableChange.TopicRemoved _ -> throw new IllegalStateException("not put: " + record);
        }
    }

    /** A record that is no subscription, where there was none before. */
    public void subscribeIllegibly() {
        read(SubscriptionRecords.illegible(topics.subscriptions(), Examples.BILLING));
    }

    void unsubscribe() {
        read(SubscriptionRecords.deleted(topics.subscriptions(), Examples.BILLING));
    }

    private TableChange read(ProducerRecord<byte[], byte[]> subscription) {
        var key = new String(subscription.key(), UTF_8);
        return table.readSubscription(
                key,
                subscription.headers(),
                subscription.value(),
                versions++,
                clock.now().wall());
    }

    /** A new delivery that is due now. */
    PolledDelivery deliver() {
        return deliver(RetryState.START, "{\"id\":\"%d\"}".formatted(offsets));
    }

    PolledDelivery deliver(RetryState retryState, String event) {
        return deliver(retryState, EventSchema.EVENT_GRID, event, now().wall());
    }

    PolledDelivery deliver(RetryState retryState, EventSchema schema, String event, Instant published) {
        return deliver(
                partition,
                new Delivery(Examples.BILLING, "uid", nextEvent(schema, published, null), 1, retryState),
                event);
    }

    /** One that is due now, read from one of the partitions. */
    PolledDelivery deliver(SubscriptionKey key, AssignedPartition from, String event) {
        var about = nextEvent(EventSchema.EVENT_GRID, now().wall(), null);
        return deliver(from, new Delivery(key, "uid", about, 1, RetryState.START), event);
    }

    /** A new one whose event belongs to a trace. */
    PolledDelivery deliver(@Nullable TraceContext trace) {
        return deliver(trace, now().wall(), "{}");
    }

    PolledDelivery deliver(@Nullable TraceContext trace, Instant published, String event) {
        var about = nextEvent(EventSchema.EVENT_GRID, published, trace);
        return deliver(partition, new Delivery(Examples.BILLING, "uid", about, 1, RetryState.START), event);
    }

    /** A delivery that was parked, out of its tier again. */
    PolledDelivery deliver(Delivery delivery) {
        return deliver(partition, delivery, "{}");
    }

    private DeliveredEvent nextEvent(EventSchema schema, Instant published, @Nullable TraceContext trace) {
        var source = new EventSource("tidings.events", 0, offsets);
        return new DeliveredEvent(schema, "event-" + offsets, null, published, source, trace);
    }

    PolledDelivery deliver(AssignedPartition from, Delivery delivery, String event) {
        long offset = offsets++;
        from.ledger().started(offset);
        var polled = new PolledDelivery(
                from, offset, delivery, delivery.subscription().bytes(), event.getBytes(UTF_8));
        dispatcher.add(polled, now());
        return polled;
    }

    /** Lets the endpoint take so many, each of which allows it one more at once. */
    void warmUp(int deliveries) {
        for (int i = 0; i < deliveries; i++) {
            deliver();
        }
        await().until(this::settled);
    }

    /** As the loop does it again and again. */
    void turn() {
        inbox.runAll();
        for (var due = dueQueue.release(now()); due.isPresent(); due = dueQueue.release(now())) {
            dispatcher.add(due.get(), now());
        }
        dispatcher.start(this::now);
        breakers.writeDown(now());
    }

    /** Returns whether everything that was given to the dispatcher has its verdict. */
    boolean settled() {
        turn();
        return partition.inFlight() == 0 && partition.ledger().open() == parks().size();
    }

    /** The records of parked deliveries, by the offset that they finish. */
    SortedMap<Long, List<ProducerRecord<byte[], byte[]>>> parks() {
        return UncommittedRecords.parks(partition);
    }

    /** The parked deliveries by the topic they go to, in the order of their records. */
    List<Delivery> parked(String kafkaTopic) {
        var parked = new ArrayList<Delivery>();
        for (var records : parks().values()) {
            for (var record : records) {
                if (record.topic().equals(kafkaTopic)
                        && DeliveryHeaders.read(record.headers()) instanceof DeliveryHeaders.Read.Valid(var delivery)) {
                    parked.add(delivery);
                }
            }
        }
        return parked;
    }

    double counted(String name, String... tags) {
        return registry.find(name).tags(tags).meters().stream()
                .flatMap(meter -> {
                    var values = new ArrayList<Double>();
                    meter.measure().forEach(each -> values.add(each.getValue()));
                    return values.stream().limit(1);
                })
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    @Override
    public void close() {
        dispatcher.cancelAll(now());
        client.close();
    }
}
