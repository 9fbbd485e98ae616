package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.ClockReading;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.Settings;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
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
import io.tidings.worker.telemetry.NoDeliveryTracing;
import io.tidings.worker.telemetry.SubscriptionStats;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.webhook.WebhookClient;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-1 and B-RETRY-6 at a scripted endpoint, without a broker: what is attempted, and what counts of it. */
class DispatcherIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final WorkerConfig config = WorkerConfig.of(Settings.of(
            WorkerConfig.definitions(),
            WorkerConfig.prefixes(),
            Map.of(
                    "bootstrap.servers", "localhost:1",
                    "worker.max.in.flight.per.subscription", "1",
                    "endpoint.allow.http", "true",
                    "endpoint.allow.networks", "127.0.0.0/8,::1/128")));
    private final WebhookClient client = WebhookClient.open(
            Examples.credentials(config.endpoints().credentials()),
            new EndpointRules(true),
            config.endpoints().addresses(),
            null,
            config.endpoints().connectTimeout(),
            config.dispatch().late().timeout(),
            10);
    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final Inbox inbox = new Inbox(() -> {});
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkerMetrics metrics = new WorkerMetrics(registry, SubscriptionDetail.ALL);
    private final ManualClock clock = new ManualClock();
    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
    private final DueQueue<PolledDelivery> dueQueue = new DueQueue<>(1_000_000, PolledDelivery::subscription);
    private final VerdictExecutor verdicts = new VerdictExecutor(
            new LadderRecords(topics),
            new AttemptLog(topics.attempts(), AttemptLog.Selection.NONE),
            new RetryLadder(TimeScale.REAL),
            dueQueue,
            metrics,
            NoDeliveryTracing.INSTANCE,
            SubscriptionStats.NONE);
    private final EndpointHealthTable writtenDown = new EndpointHealthTable();
    private final EndpointBreakers breakers = new EndpointBreakers(
            config.probation(),
            config.limits().inFlightPerSubscription(),
            writtenDown,
            new LadderRecords(topics),
            metrics);
    private final SendGuard sendGuard = Examples.openPermit();
    private final Dispatcher dispatcher = new Dispatcher(
            config.dispatch(),
            table,
            breakers,
            verdicts,
            sendGuard,
            new Transports(
                    new WebhookTransport(config.dispatch(), client, inbox, sendGuard, metrics, clock::now),
                    Examples.noTopics(metrics, clock::now)),
            metrics,
            NoDeliveryTracing.INSTANCE,
            Examples.seeded(1));
    private final AssignedPartition partition = partition();

    @AfterEach
    void close() {
        client.close();
        webhook.close();
    }

    @Test
    void deliveriesOfARevokedPartitionAreNotSent() {
        subscribe("uid-billing");
        dispatcher.add(delivery(0), now());
        dispatcher.add(delivery(1), now());
        dispatcher.start(clock::now);
        partition.disown();
        await().until(() -> {
            inbox.runAll();
            dispatcher.start(clock::now);
            return partition.inFlight() == 0;
        });
        dispatcher.start(clock::now);
        assertThat(webhook.requests()).hasSize(1);
        assertThat(partition.inFlight()).isZero();
    }

    @Test
    void anAttemptThatEndsAfterItsPartitionWasRevokedDoesNotCount() {
        webhook.answers("/hook", ScriptedResponse.status(503));
        subscribe("uid-billing");
        dispatcher.add(delivery(0), now());
        dispatcher.start(clock::now);
        partition.disown();
        await().until(() -> {
            inbox.runAll();
            return partition.inFlight() == 0;
        });
        assertThat(UncommittedRecords.parks(partition)).isEmpty();
        assertThat(partition.ledger().low()).isZero();
    }

    @Test
    void anOverdueResponseIsNotAwaitedAndGivesItsSlotBack() {
        webhook.answers("/hook", ScriptedResponse.hang(), ScriptedResponse.status(200));
        subscribe("uid-billing");
        dispatcher.add(delivery(0), now());
        dispatcher.add(delivery(1), now());
        await().until(() -> {
            dispatcher.start(clock::now);
            return webhook.requests().size() == 1;
        });
        clock.move(config.dispatch().response());
        await().until(() -> {
            dispatcher.endOverdue(now());
            dispatcher.start(clock::now);
            inbox.runAll();
            return partition.ledger().open() == 1
                    && !UncommittedRecords.parks(partition).isEmpty();
        });
        assertThat(UncommittedRecords.parks(partition)).containsOnlyKeys(0L);
        assertThat(partition.inFlight()).isZero();
        assertThat(webhook.requests()).hasSize(2);
    }

    @Test
    void aDeliveryForAFormerSubscriptionOfTheSameNameIsDropped() {
        subscribe("another-uid");
        dispatcher.add(delivery(0), now());
        dispatcher.start(clock::now);
        assertThat(partition.ledger().low()).isOne();
        assertThat(webhook.requests()).isEmpty();
    }

    /** B-SUB-3. */
    @Test
    void aSubscriptionWithoutAValidatedEndpointGetsNothing() {
        subscribe("uid-billing", HeaderNames.PROVISIONING_STATE, "Updating");
        dispatcher.add(delivery(0), now());
        dispatcher.start(clock::now);
        assertThat(webhook.requests()).isEmpty();
        assertThat(UncommittedRecords.parks(partition)).containsOnlyKeys(0L);
        assertThat(registry.get("tidings.deferred")
                        .tag("reason", "NotValidated")
                        .counter()
                        .count())
                .isOne();
    }

    /** B-SUB-3. */
    @Test
    void noMoreIsSentThanTheEndpointHasAllowed() {
        subscribe("uid-billing", HeaderNames.PROVISIONING_STATE, "Succeeded", HeaderNames.ALLOWED_RATE, "60");
        dispatcher.add(delivery(0), now());
        dispatcher.add(delivery(1), now());
        await().until(() -> sent() == 1 && partition.inFlight() == 0);
        clock.move(Duration.ofMillis(900));
        assertThat(sent()).isOne();
        assertThat(partition.inFlight()).as("a second has not passed").isZero();
        clock.move(Duration.ofMillis(100));
        await().until(() -> sent() == 2);
    }

    private int sent() {
        dispatcher.start(clock::now);
        inbox.runAll();
        return webhook.requests().size();
    }

    private ClockReading now() {
        return clock.now();
    }

    private AssignedPartition partition() {
        var owned = new AssignedPartition(
                new TopicPartition(topics.deliveries(), 0), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(owned.number()),
                new NumberCounts()));
        return owned;
    }

    private PolledDelivery delivery(long offset) {
        partition.ledger().started(offset);
        var delivery = Examples.newDelivery();
        var fresh = new Delivery(
                delivery.subscription(),
                delivery.uid(),
                new DeliveredEvent(
                        delivery.event().schema(),
                        delivery.event().id(),
                        null,
                        now().wall(),
                        delivery.event().source(),
                        null),
                delivery.subscriptionsRead(),
                delivery.retryState());
        return new PolledDelivery(partition, offset, fresh, Examples.BILLING.bytes(), "{\"id\":\"1\"}".getBytes(UTF_8));
    }

    private void subscribe(String uid) {
        subscribe(uid, HeaderNames.PROVISIONING_STATE, "Succeeded");
    }

    private void subscribe(String uid, String... more) {
        var headers = new RecordHeaders();
        headers.add(HeaderNames.SUBSCRIPTION_UID, uid.getBytes(UTF_8));
        for (int i = 0; i < more.length; i += 2) {
            headers.add(more[i], more[i + 1].getBytes(UTF_8));
        }
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(webhook.uri("/hook"));
        table.readSubscription(Examples.BILLING.toString(), headers, json.getBytes(UTF_8), 0);
    }
}
