package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.Provisioning;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.contract.resource.ResourceSecrets;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TableFollower;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-3: moving a state on undoes nothing that another instance writes at the same moment. */
class ProvisioningWriterIT {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Topics TOPICS = new Topics("writer.");

    @TempDir
    static Path data;

    private static LocalBroker broker;
    private static ResourceTable table;
    private static TableFollower follower;
    private static Producer<byte[], byte[]> producer;
    private static ProvisioningWriter states;

    @BeforeAll
    static void start() {
        broker = LocalBroker.start(LocalBroker.Settings.in(data));
        var clients = KafkaClients.of(broker.bootstrapServers());
        new TopicProvisioner(clients, TOPICS).provision(1, 1, Duration.ZERO, TimeScale.REAL);
        table = new ResourceTable(new SubscriptionJson(new EndpointRules(false)));
        var changes = new RecentChanges();
        follower = TableFollower.start(clients, TOPICS, table, changes);
        producer = clients.producer(Map.of());
        states = new ProvisioningWriter(
                table, new ResourceWriter(producer, TOPICS, follower, ResourceSecrets.unopened()), changes);
    }

    @AfterAll
    static void stop() {
        producer.close();
        follower.close();
        broker.close();
    }

    @BeforeEach
    void aSubscriptionIsBeingCreated() {
        write("https://one.example/", "Creating", "u1");
        refresh();
    }

    @Test
    void aStateIsMovedOn() {
        assertThat(states.move(BILLING, _ -> Optional.of(Provisioning.succeeded(60))))
                .isTrue();
        assertThat(entry().provisioning()).isEqualTo(Provisioning.succeeded(60));
        assertThat(entry().uid()).isEqualTo("u1");
        assertThat(states.move(BILLING, _ -> Optional.empty())).isFalse();
        assertThat(states.move(
                        new SubscriptionKey("orders", "unknown"), _ -> Optional.of(Provisioning.succeeded(null))))
                .isFalse();
    }

    @Test
    void aSubscriptionThatIsChangedMeanwhileStaysChanged() {
        states.move(
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
        states.move(
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
        states.move(
                BILLING,
                whileOthersWrite(
                        () -> write("https://one.example/", "AwaitingManualAction", "u1"),
                        _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(entry().state()).isEqualTo(ProvisioningState.SUCCEEDED);
    }

    @Test
    void aSubscriptionThatIsDeletedMeanwhileStaysDeleted() {
        states.move(BILLING, whileOthersWrite(() -> send(null), _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(table.subscription(BILLING)).isEmpty();
    }

    @Test
    void whatForeignToolsWriteMeanwhileIsStillToBeCompleted() {
        states.move(
                BILLING,
                whileOthersWrite(() -> send("https://two.example/"), _ -> Optional.of(Provisioning.succeeded(null))));
        refresh();
        assertThat(table.problem(BILLING)).contains("its owner has not completed it yet");
    }

    @Test
    void whatForeignToolsHaveJustWrittenIsNotUndone() {
        send("https://two.example/");
        assertThat(states.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null))))
                .isFalse();
        refresh();
        assertThat(table.problem(BILLING)).contains(ResourceTable.INCOMPLETE);
    }

    @Test
    void aSubscriptionIsCompletedUnlessSomebodyElseHasDoneIt() {
        states.complete(
                BILLING,
                () -> Optional.of(new SubscriptionEntry(
                        entry().subscription(), "u7", Provisioning.in(ProvisioningState.CREATING), 0)));
        assertThat(entry().uid()).isEqualTo("u7");
        states.complete(BILLING, Optional::empty);
        assertThat(entry().uid()).isEqualTo("u7");
    }

    /** B-SUB-2. */
    @Test
    void whatAnInvalidRecordDisplacesIsWrittenAgainWithItsStateAndTheReason() {
        assertThat(states.restore(BILLING)).isFalse();
        writeIllegibly();
        assertThat(states.restore(BILLING)).isTrue();
        refresh();
        assertThat(entry().uid()).isEqualTo("u1");
        assertThat(entry().state()).isEqualTo(ProvisioningState.CREATING);
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.problem(BILLING))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is no JSON"));
        assertThat(states.restore(BILLING)).isFalse();
        states.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null)));
        refresh();
        assertThat(table.problem(BILLING)).as("a handshake hides no mistake").isPresent();
    }

    /** B-SUB-2: a state that is moved on is as good as writing it again. */
    @Test
    void movingAStateOnReplacesAnInvalidRecordToo() {
        writeIllegibly();
        states.move(BILLING, _ -> Optional.of(Provisioning.succeeded(null)));
        refresh();
        assertThat(table.displacedSubscriptions()).isEmpty();
        assertThat(table.problem(BILLING)).isPresent();
    }

    private static void writeIllegibly() {
        KafkaAnswer.await(
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
        KafkaAnswer.await(follower.reached(Long.MAX_VALUE).toCompletableFuture(), "reading");
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
        KafkaAnswer.await(producer.send(record), "writing");
    }
}
