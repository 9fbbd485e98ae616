package io.tidings.runtime.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The topics of the architecture on a real broker: as they are created, and as they must be found. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class TopicProvisionerIT {
    private static final Duration DELAY = Duration.ofMinutes(5);

    private static Admin admin;
    private static KafkaClients clients;

    private Topics topics;
    private TopicProvisioner provisioner;

    @BeforeAll
    static void open() {
        clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
        admin = clients.admin();
    }

    @AfterAll
    static void close() {
        admin.close();
    }

    @BeforeEach
    void usePrefix(TestInfo test) {
        topics = new Topics(test.getTestMethod().orElseThrow().getName() + ".");
        provisioner = new TopicProvisioner(clients, topics);
    }

    @Test
    void missingTopicsAreCreatedAsNeeded() throws Exception {
        assertThat(provision(2)).isEqualTo(2);
        for (var name : topics.ladder()) {
            assertThat(partitions(name)).isEqualTo(2);
        }
        assertThat(partitions(topics.topics())).isOne();
        assertThat(partitions(topics.subscriptions())).isOne();
        var deliveries = config(topics.deliveries());
        assertThat(value(deliveries, "message.timestamp.type")).isEqualTo("LogAppendTime");
        assertThat(value(deliveries, "max.message.bytes")).isEqualTo("2097152");
        assertThat(value(deliveries, "cleanup.policy")).isEqualTo("delete");
        assertThat(value(deliveries, "retention.ms"))
                .isEqualTo(Long.toString(Duration.ofDays(7).toMillis()));
        assertThat(value(deliveries, "retention.bytes")).isEqualTo("-1");
        var subscriptions = config(topics.subscriptions());
        assertThat(value(subscriptions, "cleanup.policy")).isEqualTo("compact");
        assertThat(value(subscriptions, "min.compaction.lag.ms"))
                .isEqualTo(Long.toString(Duration.ofDays(1).toMillis()));
        var jobs = config(topics.jobs());
        assertThat(value(jobs, "cleanup.policy")).isEqualTo("compact");
        assertThat(value(jobs, "segment.ms"))
                .as("a running job writes its progress twice a second")
                .isEqualTo(Long.toString(Duration.ofHours(1).toMillis()));
        var stats = config(topics.stats());
        assertThat(value(stats, "cleanup.policy")).isEqualTo("compact,delete");
        assertThat(value(stats, "retention.ms"))
                .isEqualTo(Long.toString(Duration.ofDays(1).toMillis()));
    }

    @Test
    void aProgramThatStartsBeforeKafkaWaitsForIt(@TempDir Path other) throws Exception {
        int port = FreePort.next();
        var early = new TopicProvisioner(KafkaClients.of("localhost:" + port), topics);
        var provisioned = CompletableFuture.supplyAsync(() -> early.provision(2, 1, DELAY, new TimeScale(1)));
        try (var _ = LocalBroker.start(LocalBroker.Settings.in(other).withPort(port))) {
            assertThat(provisioned.get(120, TimeUnit.SECONDS)).isEqualTo(2);
        }
    }

    /** Else of several batches that are on their way to a partition Kafka may refuse the first for good. */
    @Test
    void aCreatedTopicCanBeWrittenToAtOnce() {
        provision(20);
        // Tries nothing again, so that a partition that is not there yet fails.
        try (var producer = clients.producer(Map.of("retries", 0, "enable.idempotence", false))) {
            var sent = topics.ladder().stream()
                    .flatMap(topic -> IntStream.range(0, 20)
                            .mapToObj(number -> new ProducerRecord<>(topic, number, new byte[] {1}, new byte[] {2})))
                    .map(producer::send)
                    .toList();
            assertThat(sent).allSatisfy(each -> KafkaFutures.await(each, "writing"));
        }
    }

    @Test
    void aSecondStartFindsEverythingAsItIs() {
        provision(2);
        assertThat(provision(2)).isEqualTo(2);
        assertThat(provision(5)).isEqualTo(2); // the setting is for new topics
    }

    @Test
    void aContradictionIsRefusedWithTheCommandThatRepairsIt() throws Exception {
        provision(1);
        set(topics.deliveries(), "message.timestamp.type", "CreateTime");
        set(topics.subscriptions(), "cleanup.policy", "delete");
        set(topics.events(), "retention.ms", "3600000");
        set(topics.retry(RetryTier.TEN_SECONDS), "retention.bytes", "1073741824");
        set(topics.attempts(), "retention.bytes", "1073741824"); // nothing is lost with them
        set(topics.deadLetters(), "max.message.bytes", "1000000");
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provision(1))
                .withMessageContainingAll(
                        repair(topics.deliveries(), "message.timestamp.type=LogAppendTime"),
                        repair(topics.subscriptions(), "cleanup.policy=compact"),
                        repair(topics.events(), "retention.ms=173100000"),
                        repair(topics.retry(RetryTier.TEN_SECONDS), "retention.bytes=-1"),
                        repair(topics.deadLetters(), "max.message.bytes=2097152"));
    }

    @Test
    void aLadderOfUnequalPartitionsIsRefused() throws Exception {
        provision(2);
        admin.createPartitions(Map.of(topics.deliveries(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        await().until(() -> partitions(topics.deliveries()) == 3);
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provision(2))
                .withMessageContaining("retry.10s has 2 partitions, it must have 3: add the missing ones with"
                        + " kafka-topics --alter --partitions 3");
    }

    @Test
    void programsStartWhilePartitionsGrow() throws Exception {
        provision(2);
        for (var topic : Growth.order(topics)) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(3)))
                    .all()
                    .get();
            await().until(() -> partitions(topic) == 3);
            assertThat(provision(2)).isEqualTo(topic.equals(topics.deliveries()) ? 3 : 2);
        }
    }

    @Test
    void aTopicThatOthersCreatedIsCheckedToo() throws Exception {
        TestTopics.create(admin, new NewTopic(topics.events(), Optional.of(2), Optional.empty()));
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provision(2))
                .withMessageContaining(repair(topics.events(), "message.timestamp.type=LogAppendTime"));
    }

    @Test
    void retentionWithoutLimitIsLongEnough() throws Exception {
        provision(1);
        set(topics.events(), "retention.ms", "-1");
        assertThatCode(() -> provision(1)).doesNotThrowAnyException();
    }

    @Test
    void dataThatWasWrittenWithAnotherTimeScaleIsRefused() {
        provisioner.provision(1, 1, DELAY, new TimeScale(0.01));
        provisioner.provision(1, 1, DELAY, new TimeScale(0.01));
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provision(1))
                .withMessageContainingAll("time.scale", "0.01", "topic.prefix");
    }

    @Test
    void realDataIsNotReadWithAShorterTimeScale() {
        provision(1);
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provisioner.provision(1, 1, DELAY, new TimeScale(0.01)))
                .withMessageContainingAll("time.scale", "1.0", "0.01");
    }

    @RepeatedTest(5)
    void programsThatStartAtTheSameMomentAgreeOnTheTimeScale(RepetitionInfo run) {
        var fresh = new Topics(topics.prefix() + run.getCurrentRepetition() + ".");
        var atOnce = new CountDownLatch(5);
        try (var programs = Executors.newFixedThreadPool(5)) {
            var started = IntStream.range(0, 5)
                    .mapToObj(_ -> programs.submit(() -> {
                        atOnce.countDown();
                        atOnce.await();
                        return new TopicProvisioner(clients, fresh).provision(2, 1, DELAY, new TimeScale(0.05));
                    }))
                    .toList();
            assertThat(started).allSatisfy(each -> assertThat(each.get()).isEqualTo(2));
        }
    }

    /** Another program may look at any moment, and must not take what is being created for data of another scale. */
    @Test
    void theTimeScaleIsMarkedBeforeThereIsALadder() {
        var scale = new TimeScale(0.05);
        try (var programs = Executors.newSingleThreadExecutor()) {
            var started = programs.submit(() -> provisioner.provision(20, 1, DELAY, scale));
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> KafkaFutures.await(admin.listTopics().names(), "listing topics")
                            .contains(topics.deliveries()));
            assertThatCode(() -> new ScaleMark(clients, admin, topics).check(scale))
                    .doesNotThrowAnyException();
            assertThat(started).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    /** Each of them has seen no ladder when it looked first. */
    @Test
    void ofTwoTimeScalesThatAreMarkedAtTheSameMomentTheFirstCounts() {
        provisioner.provision(1, 1, DELAY, new TimeScale(0.01));
        var mark = new ScaleMark(clients, admin, topics);
        mark.leave(new TimeScale(0.1));
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> mark.check(new TimeScale(0.1)))
                .withMessageContaining("0.01");
        assertThatCode(() -> mark.check(new TimeScale(0.01))).doesNotThrowAnyException();
    }

    private int provision(int partitions) {
        return provisioner.provision(partitions, 1, DELAY, TimeScale.REAL);
    }

    private static String repair(String topic, String setting) {
        return "kafka-configs --alter --entity-type topics --entity-name " + topic + " --add-config " + setting;
    }

    private static int partitions(String topic) throws ExecutionException, InterruptedException {
        return admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .partitions()
                .size();
    }

    private static Config config(String topic) throws ExecutionException, InterruptedException {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource)).all().get().get(resource);
    }

    private static String value(Config config, String name) {
        return config.get(name).value();
    }

    private static void set(String topic, String name, String value) throws ExecutionException, InterruptedException {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var change = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
        await().until(() -> value(config(topic), name).equals(value)); // the broker takes it over a moment later
    }

    @Test
    void topicsOutsideTheLadderMayHaveAnyPartitions() throws Exception {
        provision(2);
        admin.createPartitions(Map.of(
                        topics.events(), NewPartitions.increaseTo(3),
                        topics.deadLetters(), NewPartitions.increaseTo(4),
                        topics.attempts(), NewPartitions.increaseTo(5),
                        topics.rejected(), NewPartitions.increaseTo(3)))
                .all()
                .get();
        await().until(() -> partitions(topics.events()) == 3
                && partitions(topics.deadLetters()) == 4
                && partitions(topics.attempts()) == 5
                && partitions(topics.rejected()) == 3);
        assertThat(provision(2)).isEqualTo(2);
    }

    @Test
    void aTableThatIsCompactedTooSoonIsRefused() throws Exception {
        provision(1);
        set(topics.subscriptions(), "min.compaction.lag.ms", "0");
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> provision(1))
                .withMessageContaining(repair(topics.subscriptions(), "min.compaction.lag.ms=86400000"));
    }
}
