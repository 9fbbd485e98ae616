package io.tidings.worker.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.runtime.metric.Metric;
import io.tidings.runtime.metric.SubscriptionDetail;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** The worker's instruments. Confined to the poll thread, except the gauges. */
public final class WorkerMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1),
        Duration.ofSeconds(5), Duration.ofSeconds(30)
    };

    /** Some events arrive with a retry hours later. */
    private static final Duration[] LATENCY_BUCKETS = Stream.concat(
                    Arrays.stream(BUCKETS),
                    Stream.of(Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6)))
            .toArray(Duration[]::new);

    /** The tag value of {@code deliveries} among the tiers. */
    public static final String DELIVERIES = "deliveries";

    /** The label of deliveries that wait for others of their order key. */
    public static final String WAITING = "waiting";

    /** These outlive a deleted subscription until they are scraped. */
    private static final Set<String> LOSSES = Set.of(Metric.DROPPED.meter(), Metric.DEAD_LETTERED.meter());

    private final MeterRegistry registry;
    private final SubscriptionDetail detail;
    private final Map<SubscriptionKey, Meters> meters = new HashMap<>();
    private final Set<SubscriptionKey> shown = new HashSet<>();
    private final Map<SubscriptionKey, AtomicInteger> probations = new ConcurrentHashMap<>();
    private final Timer lateness;
    private final Counter lostOffsets;
    private final Counter clockTrouble;
    private final Counter repeated;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger recoveries = new AtomicInteger();
    private final Map<String, AtomicLong> pending = new HashMap<>();
    private final AtomicInteger blockedKeys = new AtomicInteger();
    private final AtomicLong waitingForLimits = new AtomicLong();
    private final AtomicLong locked = new AtomicLong();
    private final AtomicReference<Double> holdUsed = new AtomicReference<>(0.0);

    private record Meters(Counter delivered, Timer destination, Timer latency) {}

    public WorkerMetrics(MeterRegistry registry, SubscriptionDetail detail) {
        this.registry = registry;
        this.detail = detail;
        lateness = Metric.RETRY_LATENESS.timer(registry, BUCKETS);
        lostOffsets = Metric.LOST_OFFSETS.counter(registry);
        clockTrouble = Metric.CLOCK_TROUBLE.counter(registry);
        repeated = Metric.REPEATED.counter(registry);
        Metric.IN_FLIGHT.gauge(registry, inFlight, AtomicInteger::get);
        Metric.RECOVERY_ACTIVE.gauge(registry, recoveries, AtomicInteger::get);
        Metric.BLOCKED_KEYS.gauge(registry, blockedKeys, AtomicInteger::get);
        Metric.WAITING_FOR_LIMITS.gauge(registry, waitingForLimits, AtomicLong::get);
        Metric.LOCKED.gauge(registry, locked, AtomicLong::get);
        Metric.HOLD_USED.gauge(registry, holdUsed, AtomicReference::get);
        pending.put(DELIVERIES, pendingIn(DELIVERIES));
        pending.put(WAITING, pendingIn(WAITING));
        for (var tier : RetryTier.values()) {
            pending.put(tier.label(), pendingIn(tier.label()));
        }
    }

    /** Shows the metrics of a consumer until they are closed. */
    public KafkaClientMetrics of(Consumer<?, ?> consumer) {
        var client = new KafkaClientMetrics(consumer);
        client.bindTo(registry);
        return client;
    }

    public void attemptStarted() {
        inFlight.incrementAndGet();
    }

    /** @param late null for a first attempt, which is due at once */
    public void late(@Nullable Duration late) {
        if (late != null && !late.isNegative()) {
            lateness.record(late);
        }
    }

    public void deferred(SubscriptionKey key, String reason) {
        counter(Metric.DEFERRED, key, "reason", reason).increment();
    }

    public void probation(SubscriptionKey key, boolean now) {
        probations.computeIfAbsent(key, this::probationOf).set(now ? 1 : 0);
    }

    private AtomicInteger probationOf(SubscriptionKey key) {
        var number = new AtomicInteger();
        if (detail.countsEach(key)) {
            Metric.PROBATION.gauge(registry, number, AtomicInteger::get, detail.ofCounts(key));
        } else {
            var topic = detail.topic(key.topic());
            Metric.PROBATION.gauge(registry, this, metrics -> metrics.onProbation(topic), detail.ofCounts(key));
        }
        return number;
    }

    /** @param topic also a domain, of whose topics all subscriptions are shown together */
    private int onProbation(String topic) {
        return probations.entrySet().stream()
                .filter(each -> detail.topic(each.getKey().topic()).equals(topic))
                .filter(each -> !detail.countsEach(each.getKey()))
                .mapToInt(each -> each.getValue().get())
                .sum();
    }

    public void noProbation(SubscriptionKey key) {
        if (probations.remove(key) != null && detail.countsEach(key)) {
            registry.find(Metric.PROBATION.meter())
                    .tags(detail.ofCounts(key))
                    .meters()
                    .forEach(registry::remove);
        }
    }

    /** Shows a subscription's success counter at zero before its first delivery, unless there are very many. */
    public void exists(SubscriptionKey key) {
        if (shown.size() < SubscriptionDetail.MOST_AT_ZERO && shown.add(key)) {
            success(key);
        }
    }

    private Counter success(SubscriptionKey key) {
        return counter(Metric.DELIVERY_SUCCESS, key);
    }

    /** Removes the meters of deleted subscriptions, except their losses. */
    public void forgetRemoved(Predicate<SubscriptionKey> exists) {
        var gone = new HashSet<Tags>();
        shown.removeIf(key -> !exists.test(key) && gone.add(tags(key)));
        meters.keySet().retainAll(shown);
        if (!gone.isEmpty()) {
            registry.getMeters().stream()
                    .filter(meter -> !LOSSES.contains(meter.getId().getName()) && gone.contains(owner(meter.getId())))
                    .forEach(registry::remove);
        }
    }

    private static Tags owner(Meter.Id id) {
        return Tags.of(id.getTags().stream()
                .filter(tag -> tag.getKey().equals("topic") || tag.getKey().equals("subscription"))
                .toList());
    }

    private static Tags tags(SubscriptionKey key) {
        return Tags.of("topic", key.topic(), "subscription", key.name());
    }

    public void attemptEnded() {
        inFlight.decrementAndGet();
    }

    public void noneInFlight() {
        inFlight.set(0);
    }

    /** Records the time until the response or the failure. */
    public void responded(SubscriptionKey key, Duration took) {
        of(key).destination().record(took);
    }

    public void delivered(SubscriptionKey key, Duration sincePublished) {
        of(key).delivered().increment();
        of(key).latency().record(sincePublished);
    }

    public void acceptedAfterEnd(SubscriptionKey key) {
        counter(Metric.DELIVERY_SUCCESS_AFTER_END, key).increment();
    }

    public void failed(SubscriptionKey key, LastOutcome outcome) {
        counter(Metric.DELIVERY_ATTEMPT_FAIL, key, "outcome", outcome.wireName())
                .increment();
    }

    public void deadLettered(SubscriptionKey key, DeadLetterReason reason) {
        counter(Metric.DEAD_LETTERED, key, "reason", reason.wireName()).increment();
    }

    public void dropped(SubscriptionKey key, String reason) {
        counter(Metric.DROPPED, key, "reason", reason).increment();
    }

    /** @param headers left out of a request, because the events have no value or no legal one for them */
    public void headersLeftOut(SubscriptionKey key, int headers) {
        if (headers > 0) {
            counter(Metric.DELIVERY_HEADERS_LEFT_OUT, key).increment(headers);
        }
    }

    public void batchHalved(SubscriptionKey key) {
        counter(Metric.DELIVERY_BATCH_HALVED, key).increment();
    }

    public void repeated() {
        repeated.increment();
    }

    public void rejected(String reason) {
        Metric.REJECTED.counter(registry, "reason", reason).increment();
    }

    public void clockTrouble() {
        clockTrouble.increment();
    }

    /** @param waiting by tier; a missing tier counts as zero */
    public void pending(Map<String, Long> waiting) {
        pending.forEach((tier, gauge) -> gauge.set(waiting.getOrDefault(tier, 0L)));
    }

    public void blockedKeys(int number) {
        blockedKeys.set(number);
    }

    public void waitingForLimits(long deliveries) {
        waitingForLimits.set(deliveries);
    }

    public void locked(long events) {
        locked.set(events);
    }

    /** @param part of what a paused subscription may hold, the largest of all */
    public void holdUsed(double part) {
        holdUsed.set(part);
    }

    private AtomicLong pendingIn(String tier) {
        var number = new AtomicLong();
        Metric.PENDING.gauge(registry, number, AtomicLong::get, "tier", tier);
        return number;
    }

    public void movedForward(SubscriptionKey key, int deliveries) {
        counter(Metric.RECOVERY_MOVED, key).increment(deliveries);
    }

    /** @param active recoveries that move deliveries or are stopped for a while */
    public void recoveries(int active) {
        recoveries.set(active);
    }

    public void lost(long records) {
        lostOffsets.increment((double) records);
    }

    private Counter counter(Metric metric, SubscriptionKey key, String tag, String value) {
        return metric.counter(registry, detail.ofCounts(key, tag, value));
    }

    private Counter counter(Metric metric, SubscriptionKey key) {
        return metric.counter(registry, detail.ofCounts(key));
    }

    private Meters of(SubscriptionKey key) {
        return meters.computeIfAbsent(key, absent -> {
            shown.add(absent);
            return new Meters(
                    success(absent),
                    timer(Metric.DESTINATION_DURATION, absent, BUCKETS),
                    timer(Metric.DELIVERY_LATENCY, absent, LATENCY_BUCKETS));
        });
    }

    private Timer timer(Metric metric, SubscriptionKey key, Duration[] buckets) {
        return metric.timer(registry, buckets, detail.ofHistograms(key));
    }
}
