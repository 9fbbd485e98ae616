package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.Settings;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import io.tidings.worker.endpoint.EndpointClient;
import io.tidings.worker.progress.Gaps;
import io.tidings.worker.repeat.Repeats;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.tier.WaitingRoom;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-1 and B-RETRY-6 at a scripted endpoint, without a broker: what is attempted, and what counts of it. */
class DispatchIT {
    private final Receiver receiver = Receiver.start();
    private final WorkerConfig config = WorkerConfig.of(Settings.of(
            WorkerConfig.definitions(),
            WorkerConfig.prefixes(),
            Map.of(
                    "bootstrap.servers", "localhost:1",
                    "worker.max.in.flight.per.subscription", "1",
                    "endpoint.allow.http", "true",
                    "endpoint.allow.networks", "127.0.0.0/8,::1/128")));
    private final EndpointClient endpoints = EndpointClient.open(
            new EndpointRules(true),
            config.endpoints().addresses(),
            config.timeouts().connect(),
            config.bounds().late().timeout(),
            10);
    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final Inbox inbox = new Inbox(() -> {});
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkerMetrics metrics = new WorkerMetrics(registry);
    private final StillClock clock = new StillClock();
    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
    private final WaitingRoom<Ready> waitingRoom = new WaitingRoom<>(1_000_000);
    private final Outbox outbox = new Outbox(
            new Records(topics),
            new AttemptsLog(topics.attempts(), AttemptsLog.Selection.NONE),
            new RetryLadder(TimeScale.REAL),
            waitingRoom,
            metrics,
            NoTrail.INSTANCE);
    private final StandingTable writtenDown = new StandingTable();
    private final Standings standings = new Standings(
            config.retries().probation(),
            config.bounds().inFlightPerSubscription(),
            writtenDown,
            new Records(topics),
            metrics);
    private final Dispatch dispatch = new Dispatch(
            config,
            new Dispatch.Parts(
                    endpoints, table, standings, outbox, metrics, inbox, NoTrail.INSTANCE, Examples.openPermit()),
            clock::now,
            Examples.seeded(1));
    private final OwnedPartition partition = partition();

    @AfterEach
    void close() {
        endpoints.close();
        receiver.close();
    }

    @Test
    void whatWaitedWhenItsPartitionWentAwayIsNotSent() {
        subscribe("uid-billing");
        dispatch.add(delivery(0), now());
        dispatch.add(delivery(1), now());
        dispatch.start();
        partition.disown();
        await().until(() -> {
            inbox.runAll();
            dispatch.start();
            return partition.inFlight() == 0;
        });
        dispatch.start();
        assertThat(receiver.requests()).hasSize(1);
        assertThat(partition.inFlight()).isZero();
    }

    @Test
    void whatEndsAfterItsPartitionWentAwayDoesNotCount() {
        receiver.answers("/hook", Answer.status(503));
        subscribe("uid-billing");
        dispatch.add(delivery(0), now());
        dispatch.start();
        partition.disown();
        await().until(() -> {
            inbox.runAll();
            return partition.inFlight() == 0;
        });
        assertThat(partition.parks()).isEmpty();
        assertThat(partition.ledger().low()).isZero();
    }

    @Test
    void anOverdueAnswerIsNotWaitedForAndGivesItsSlotBack() {
        receiver.answers("/hook", Answer.hang(), Answer.status(200));
        subscribe("uid-billing");
        dispatch.add(delivery(0), now());
        dispatch.add(delivery(1), now());
        await().until(() -> {
            dispatch.start();
            return receiver.requests().size() == 1;
        });
        clock.move(config.timeouts().response());
        await().until(() -> {
            dispatch.cutOverdue(now());
            dispatch.start();
            inbox.runAll();
            return partition.ledger().open() == 1 && !partition.parks().isEmpty();
        });
        assertThat(partition.parks()).containsOnlyKeys(0L);
        assertThat(partition.inFlight()).isZero();
        assertThat(receiver.requests()).hasSize(2);
    }

    @Test
    void whatWasMatchedForAnotherSubscriptionOfTheSameNameIsDropped() {
        subscribe("another-uid");
        dispatch.add(delivery(0), now());
        dispatch.start();
        assertThat(partition.ledger().low()).isOne();
        assertThat(receiver.requests()).isEmpty();
    }

    /** B-SUB-3. */
    @Test
    void aSubscriptionWhoseEndpointHasNotAgreedIsSentNothing() {
        subscribe("uid-billing", HeaderNames.PROVISIONING_STATE, "Updating");
        dispatch.add(delivery(0), now());
        dispatch.start();
        assertThat(receiver.requests()).isEmpty();
        assertThat(partition.parks()).containsOnlyKeys(0L);
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
        dispatch.add(delivery(0), now());
        dispatch.add(delivery(1), now());
        await().until(() -> sent() == 1 && partition.inFlight() == 0);
        clock.move(Duration.ofMillis(900));
        assertThat(sent()).isOne();
        assertThat(partition.inFlight()).as("a second has not passed").isZero();
        clock.move(Duration.ofMillis(100));
        await().until(() -> sent() == 2);
    }

    private int sent() {
        dispatch.start();
        inbox.runAll();
        return receiver.requests().size();
    }

    private Moment now() {
        return clock.now();
    }

    private OwnedPartition partition() {
        var owned = new OwnedPartition(
                new TopicPartition(topics.deliveries(), 0), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        owned.start(new Inheritance(Examples.startingPoint(), new Repeats()), Gaps.MAX_TEXT);
        return owned;
    }

    private Ready delivery(long offset) {
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
        return new Ready(partition, offset, fresh, Examples.BILLING.bytes(), "{\"id\":\"1\"}".getBytes(UTF_8));
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
            """.formatted(receiver.uri("/hook"));
        table.readSubscription(Examples.BILLING.toString(), headers, json.getBytes(UTF_8), 0);
    }
}
