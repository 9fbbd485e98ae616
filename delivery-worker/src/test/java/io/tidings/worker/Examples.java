package io.tidings.worker;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.QueueChange;
import io.tidings.contract.record.StartOffset;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.kafka.AllowedDestinations;
import io.tidings.worker.commit.UncommittedAge;
import io.tidings.worker.dispatch.RecordTransport;
import io.tidings.worker.dispatch.SendGuard;
import io.tidings.worker.dispatch.TopicState;
import io.tidings.worker.dispatch.TopicStates;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.progress.CommitPosition;
import io.tidings.worker.receive.HandOuts;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.DeliveryLimits;
import io.tidings.worker.verdict.Jitter;
import io.tidings.worker.verdict.Judge;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Named values of the worker's tests. */
public final class Examples {
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    public static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    public static final Lane LANE = new Lane(BILLING, 3);

    private static final DeadLetterDestination CONTAINER =
            new DeadLetterDestination("/a/storageAccounts/local", "dead");

    private Examples() {}

    /** A delivery published at noon that has not been tried. */
    public static Delivery newDelivery() {
        return new Delivery(
                BILLING,
                "uid-billing",
                new DeliveredEvent(
                        EventSchema.EVENT_GRID, "event-1", null, NOON, new EventSource("tidings.events", 0, 1), null),
                1,
                RetryState.START);
    }

    /** The same after some attempts. */
    public static Delivery triedDelivery(int attempts) {
        return newDelivery().at(new RetryState(attempts, 0, NOON, null));
    }

    /** The beginning of a partition of an unknown topic. */
    public static StartingPoint startingPoint() {
        return new StartingPoint(new CommitPosition(0, ""), new StartOffset(0, StartOffset.Reason.AS_COMMITTED, 0), "");
    }

    /** Permits everything. */
    public static SendGuard openPermit() {
        var ever = Duration.ofDays(10_000);
        return new SendGuard(ever, ever, new UncommittedAge<>(), new ClockReading(NOON, 0));
    }

    /** The rules as shipped. */
    public static Judge judge(Jitter jitter) {
        return new Judge(new DeliveryLimits(30, Duration.ofHours(24)), new RetryLadder(TimeScale.REAL), jitter);
    }

    /** Tokens from this machine, and the certificates that are named. */
    public static EndpointCredentials credentials(CredentialSettings settings) {
        return credentials(settings, null);
    }

    public static EndpointCredentials credentials(CredentialSettings settings, @Nullable OutgoingProxy proxy) {
        return EndpointCredentials.open(
                "this worker",
                settings,
                new EndpointRules(true),
                AddressRules.allowing(List.of("127.0.0.0/8", "::1/128")),
                proxy,
                new SimpleMeterRegistry());
    }

    public static Subscription keepingDeadLetters() {
        return keepingDeadLetters(RetryPolicy.DEFAULT);
    }

    public static Subscription keepingDeadLetters(RetryPolicy policy) {
        return subscription("https://example.com/hook", policy, CONTAINER, null);
    }

    public static Subscription retrying(RetryProfile profile) {
        return retrying(RetryPolicy.DEFAULT, profile);
    }

    public static Subscription retrying(RetryPolicy policy, RetryProfile profile) {
        return keepingDeadLetters(policy).with(Extensions.NONE.with(profile));
    }

    /** The steps are exact. */
    public static RetryProfile schedule(RetryProfile.Limits limits, Duration... steps) {
        return new RetryProfile(
                RetryProfile.Preset.EVENT_GRID,
                List.of(steps),
                0.0,
                RetryProfile.Floors.EVENT_GRID,
                RetryProfile.StatusOverrides.NONE,
                limits);
    }

    public static RetryProfile preset(RetryProfile.Preset preset) {
        return new RetryProfile(
                preset,
                List.of(),
                null,
                RetryProfile.Floors.EVENT_GRID,
                RetryProfile.StatusOverrides.NONE,
                RetryProfile.Limits.NONE);
    }

    public static RetryProfile statuses(Set<Integer> retried, Set<Integer> notRetried) {
        return new RetryProfile(
                RetryProfile.Preset.EVENT_GRID,
                List.of(),
                null,
                RetryProfile.Floors.EVENT_GRID,
                new RetryProfile.StatusOverrides(retried, notRetried),
                RetryProfile.Limits.NONE);
    }

    public static Subscription withoutDeadLetters(RetryPolicy policy) {
        return subscription("https://example.com/hook", policy, null, null);
    }

    public static Subscription expiringAt(Instant expires) {
        return subscription("https://example.com/hook", RetryPolicy.DEFAULT, CONTAINER, expires);
    }

    public static Subscription postingTo(String url) {
        return subscription(url, RetryPolicy.DEFAULT, null, null);
    }

    public static Subscription pausedSubscription() {
        return keepingDeadLetters().pausing(true);
    }

    /** No destination but webhooks. */
    public static RecordTransport noTopics(WorkerMetrics metrics, Supplier<ClockReading> clock) {
        var states =
                new TopicStates(_ -> CompletableFuture.completedFuture(new TopicState.Unknown()), Runnable::run, clock);
        return new RecordTransport(Rate.UNLIMITED, AllowedDestinations.NONE, states, Map.of(), metrics, clock);
    }

    /** The same numbers for the same seed, on every machine. */
    public static RandomGenerator seeded(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static Subscription subscription(
            String url, RetryPolicy policy, @Nullable DeadLetterDestination deadLetters, @Nullable Instant expires) {
        return new Subscription(
                BILLING,
                new Webhook(URI.create(url)),
                EventFilter.EVERYTHING,
                null,
                policy,
                deadLetters,
                expires,
                List.of());
    }

    /** A partition number of which nothing waits behind others. */
    public static OrderedDeliveries nothingWaits(int number) {
        return waiting(number, Long.MAX_VALUE);
    }

    /**
     * A partition number of which some deliveries wait, as its index says.
     *
     * @param end of the log of what waits
     */
    public static OrderedDeliveries waiting(int number, long end, QueueChange... index) {
        var logs = new OrderedDeliveries.Logs(
                new TopicPartition("tidings.waiting", number),
                "waiting-id",
                new TopicPartition("tidings.waiting.index", number),
                "topic-id",
                0);
        var queues = new KeyQueues<PolledDelivery>(new KeyQueues.Bounds(1 << 20, 200, 1000), PolledDelivery::bytes);
        List.of(index).forEach(queues::restore);
        return new OrderedDeliveries(
                logs, new OrderedDeliveries.Inherited(queues, 0, end, List.of(), false, 0, null, new HandOuts(number)));
    }
}
