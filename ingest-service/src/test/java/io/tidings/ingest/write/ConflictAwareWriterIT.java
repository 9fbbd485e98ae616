package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.SharedBroker;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-SUB-3: moving a state on undoes nothing that another instance writes at the same moment. */
class ConflictAwareWriterIT {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Topics TOPICS = new Topics("writer.");

    private static ResourceTable table;
    private static Follower<TableChange> follower;
    private static Producer<byte[], byte[]> producer;
    private static Admin admin;
    private static ResourceWriter writer;
    private static ConflictAwareWriter conflictAware;

    @BeforeAll
    static void start() {
        var clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
        new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ZERO, TimeScale.REAL);
        table = new ResourceTable(new SubscriptionJson(new EndpointRules(false)));
        var changes = new OvertakenChanges();
        follower = Follower.start(clients, Followed.resources(TOPICS, table, changes));
        producer = clients.producer(Map.of());
        admin = clients.admin();
        writer = new ResourceWriter(
                producer,
                TOPICS,
                follower,
                new PartitionLogs(admin),
                ResourceSecrets.unopened(),
                table,
                Clock.systemUTC());
        conflictAware = new ConflictAwareWriter(table, writer, changes);
    }

    @AfterAll
    static void stop() {
        admin.close();
        producer.close();
        follower.close();
    }

    @BeforeEach
    void aSubscriptionIsBeingCreated() {
        write("https://one.example/", "Creating", "u1");
        refresh();
    }

    @Test
    void aStateIsMovedOn() {
        assertThat(conflictAware.move(BILLING, _ -> Optional.of(Provisioning.succeeded(60))))
                .isTrue();
        assertThat(entry().provisioning()).isEqualTo(Provisioning.succeeded(60));
        assertThat(entry().uid()).isEqualTo("u1");
        assertThat(conflictAware.move(BILLING, _ -> Optional.empty())).isFalse();
        assertThat(conflictAware.move(
                        new SubscriptionKey("orders", "unknown"), _ -> Optional.of(Provisioning.succeeded(null))))
                .isFalse();
    }

    /** The fetch of an idle follower comes back after a second; each of ten changes would wait for one of them. */
    @Test
    void aChangeDoesNotWaitForTheFetchOfTheFollower() {
        var took = new ArrayList<Duration>();
        for (int i = 0; i < 10; i++) {
            long begun = System.nanoTime();
            assertThat(writer.<Boolean>alone(() -> table.subscription(BILLING).isPresent()))
                    .isTrue();
            took.add(Duration.ofNanos(System.nanoTime() - begun));
        }
        Collections.sort(took);
        assertThat(took.get(took.size() / 2)).as("most of %s", took).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void aSubscriptionThatIsChangedMeanwhileStaysChanged() {
        conflictAware.move(
                BILLING,
                whileOthersWrite(
                        () -> write("https://two.example/", "Creating", "u1"),
                        entry -> host(entry).equals("one.example")
                                ? Optional.of(Provisioning.succeeded(null))
                                : Optional.empty()));
        refresh();
        assertThat(host(entry())).isEqualTo("two.example");
        assertThat(entry().state()).isEqualTo(ProvisioningState.CREATING);
    }

    @Test
    void aStateThatOthersHaveMovedFurtherStaysThere() {
        conflictAware.move(
                BILLING,
                whileOthersWrite(
                        () -> write("https://one.example/", "Succeeded", "u1"),
                        entry -> entry.state() == ProvisioningState.CREATING
                                ? Optional.of(Provisioning.in(ProvisioningState.AWAITING_MANUAL_ACTION))
                                : Optional.empty()));
        refresh();
        assertThat(entry().state()).isEqualTo(ProvisioningState.SUCCEEDED);
    }

    @Test
    void aStepThatIsStillRightIsTakenAgain() {
        conflictAware.move(
                BILLING,
                whileOthersWrite(
                        () -> write("https://one.example/", "AwaitingManualAction", "u1"),
                        _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(entry().state()).isEqualTo(ProvisioningState.SUCCEEDED);
    }

    @Test
    void aSubscriptionThatIsDeletedMeanwhileStaysDeleted() {
        conflictAware.move(BILLING, whileOthersWrite(() -> send(null), _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(table.subscription(BILLING)).isEmpty();
    }

    @Test
    void aConcurrentRecordOfAnotherToolIsStillToBeCompleted() {
        conflictAware.move(
                BILLING,
                whileOthersWrite(() -> send("https://two.example/"), _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(table.problem(BILLING)).contains("its owner has not completed it yet");
    }

    @Test
    void aFreshRecordOfAnotherToolIsNotUndone() {
        send("https://two.example/");
        assertThat(conflictAware.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null))))
                .isFalse();
        refresh();
        assertThat(table.problem(BILLING)).contains(ResourceTable.INCOMPLETE);
    }

    @Test
    void aSubscriptionIsCompletedUnlessAnotherInstanceHasDoneIt() {
        conflictAware.complete(
                BILLING,
                () -> Optional.of(new SubscriptionEntry(
                        entry().subscription(), "u7", Provisioning.in(ProvisioningState.CREATING), 0)));
        assertThat(entry().uid()).isEqualTo("u7");
        conflictAware.complete(BILLING, Optional::empty);
        assertThat(entry().uid()).isEqualTo("u7");
    }

    /** B-SUB-2. */
    @Test
    void aDisplacedRecordIsWrittenAgainWithItsStateAndTheReason() {
        assertThat(conflictAware.restore(BILLING)).isFalse();
        writeIllegibly();
        assertThat(conflictAware.restore(BILLING)).isTrue();
        refresh();
        assertThat(entry().uid()).isEqualTo("u1");
        assertThat(entry().state()).isEqualTo(ProvisioningState.CREATING);
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.problem(BILLING))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is not JSON"));
        assertThat(conflictAware.restore(BILLING)).isFalse();
        conflictAware.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null)));
        refresh();
        assertThat(table.problem(BILLING)).as("a handshake hides no mistake").isPresent();
    }

    /** B-SUB-2: a state that is moved on is as good as writing it again. */
    @Test
    void movingAStateOnReplacesAnInvalidRecordToo() {
        writeIllegibly();
        conflictAware.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null)));
        refresh();
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.problem(BILLING)).isPresent();
    }

    private static void writeIllegibly() {
        KafkaFutures.await(
                producer.send(
                        new ProducerRecord<>(TOPICS.subscriptions(), BILLING.bytes(), "nonsense".getBytes(UTF_8))),
                "writing");
        refresh();
    }

    /** Writes after everything has been read and before the step is written. */
    private static Function<SubscriptionEntry, Optional<Provisioning>> whileOthersWrite(
            Runnable writing, Function<SubscriptionEntry, Optional<Provisioning>> step) {
        var asked = new AtomicInteger();
        return entry -> {
            if (asked.getAndIncrement() == 0) {
                var next = step.apply(entry);
                writing.run();
                return next;
            }
            return step.apply(entry);
        };
    }

    private static SubscriptionEntry entry() {
        return table.subscription(BILLING).orElseThrow();
    }

    private static String host(SubscriptionEntry entry) {
        return entry.subscription().destination().endpoint().getHost();
    }

    private static void refresh() {
        KafkaFutures.await(
                follower.readToEnd(List.of(new TopicPartition(TOPICS.subscriptions(), 0)), new PartitionLogs(admin))
                        .toCompletableFuture(),
                "reading");
    }

    private static void write(String endpoint, String state, String uid) {
        send(endpoint, HeaderNames.PROVISIONING_STATE, state, HeaderNames.SUBSCRIPTION_UID, uid);
    }

    private static void send(@Nullable String endpoint, String... headers) {
        var value = endpoint == null ? null : """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(endpoint).getBytes(UTF_8);
        var record = new ProducerRecord<byte[], byte[]>(TOPICS.subscriptions(), BILLING.bytes(), value);
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
        }
        KafkaFutures.await(producer.send(record), "writing");
    }
}
