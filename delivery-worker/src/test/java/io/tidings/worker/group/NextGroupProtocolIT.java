package io.tidings.worker.group;

import static io.tidings.worker.group.NumberGroup.HEARTBEAT;
import static io.tidings.worker.group.NumberGroup.NUMBERS;
import static io.tidings.worker.group.NumberGroup.PATIENCE;
import static io.tidings.worker.group.NumberGroup.SESSION;
import static io.tidings.worker.group.NumberGroup.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.worker.group.GroupMember.Change;
import io.tidings.worker.group.NumberGroup.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * A prototype: the worker's ownership of partition numbers on Kafka's next group protocol (KIP-848), where the broker
 * assigns. Each test is a finding of docs/internals/group-protocol.md.
 */
@Tag("long")
class NextGroupProtocolIT {
    private static final int ROUNDS = 2;

    @TempDir
    static Path folder;

    private static LocalBroker broker;
    private static int groups;

    private NumberGroup group;

    @BeforeAll
    static void start() {
        broker = NumberGroup.broker(folder);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void create() {
        group = newGroup(Protocol.CONSUMER);
    }

    @AfterEach
    void leave() {
        group.close();
    }

    @Test
    void eachNumberIsWhollyWithOneMemberWheneverMembersComeAndGo() {
        var one = group.join("one");
        group.awaitShares(one);
        var two = group.join("two");
        group.awaitShares(one, two);
        var three = group.join("three");
        group.awaitShares(one, two, three);
        group.leave(two);
        group.awaitShares(one, three);

        assertThat(group.changes())
                .allSatisfy(
                        change -> assertThat(group.whole(change.partitions())).isTrue());
    }

    /** Our own assignor looks at numbers, not at sizes; partitions are added to one topic after the other. */
    @Test
    void topicsOfDifferentSizesSplitNumbers() {
        int added = 4;
        try (var admin = group.admin()) {
            var larger = Map.of(group.topics().getFirst(), NewPartitions.increaseTo(NUMBERS + added));
            KafkaFutures.await(admin.createPartitions(larger).all(), "adding partitions");
        }
        int partitions = group.topics().size() * NUMBERS + added;
        var one = group.join("one");
        var two = group.join("two");
        await().atMost(PATIENCE)
                .until(() -> !one.owned().isEmpty()
                        && !two.owned().isEmpty()
                        && one.owned().size() + two.owned().size() == partitions);

        var ofBoth = numbers(one.owned());
        ofBoth.retainAll(numbers(two.owned()));
        assertThat(ofBoth).isNotEmpty();
    }

    @Test
    void aNumberIsAssignedOnlyWhenItsFormerOwnerHasDrainedIt() {
        var one = group.join("one");
        group.awaitShares(one);
        var drained = one.drainSlowly();
        var two = group.join("two");
        await().during(HEARTBEAT.multipliedBy(3)).until(() -> two.owned().isEmpty());
        drained.complete(null);
        group.awaitShares(one, two);

        assertThat(group.changes())
                .extracting(Change::member, Change::kind)
                .endsWith(tuple("one", Change.Kind.REVOKED), tuple("two", Change.Kind.ASSIGNED));
    }

    @Test
    void aMemberKeepsWhatIsNotMoved() {
        var one = group.join("one");
        group.awaitShares(one);
        var two = group.join("two");
        group.awaitShares(one, two);
        int before = group.changes().size();
        group.leave(one);
        group.awaitShares(two);

        assertThat(group.changes().subList(before, group.changes().size()))
                .filteredOn(change -> change.member().equals("two"))
                .extracting(Change::kind)
                .containsOnly(Change.Kind.ASSIGNED);
    }

    @Test
    void aStaticMemberThatIsBackWithinItsSessionGetsItsNumbersAndNobodyElseNotices() {
        var one = group.joinStatic("one");
        var two = group.joinStatic("two");
        group.awaitShares(one, two);
        var before = one.owned();
        int seen = group.changes().size();
        group.vanish(one);
        var again = group.joinStatic("one");
        await().atMost(PATIENCE).until(() -> again.owned().equals(before));

        assertThat(group.changes().subList(seen, group.changes().size()))
                .filteredOn(change -> change.member().equals("two"))
                .isEmpty();
    }

    /** The classic protocol fences the former process instead, so that the replacement of a frozen worker starts. */
    @Test
    void aReplacementIsRefusedWhileItsFormerProcessIsAMember() {
        var one = group.joinStatic("one");
        group.awaitShares(one);
        var replacement = group.joinStatic("one");

        assertThat(replacement.end())
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(UnreleasedInstanceIdException.class);
        assertThat(one.end()).isNotDone();
    }

    @Test
    void aTransactionKeepsOffsetsAndTheirGapsForTheNextOwner() {
        var one = group.join("one");
        group.awaitShares(one);
        var partition = new TopicPartition(group.topics().getFirst(), 3);
        var progress = Map.of(partition, new OffsetAndMetadata(17, "gaps"));
        commit(progress, one.ask(Consumer::groupMetadata));
        group.leave(one);
        var two = group.join("two");
        group.awaitShares(two);

        var committed = two.ask(each -> each.committed(Set.of(partition)));
        assertThat(committed).isEqualTo(progress);
    }

    @Test
    void aTransactionWithTheSnapshotOfAFormerOwnerIsRefused() {
        var one = group.join("one");
        group.awaitShares(one);
        var snapshot = one.ask(Consumer::groupMetadata);
        var two = group.join("two");
        group.awaitShares(one, two);
        var progress = Map.of(two.owned().iterator().next(), new OffsetAndMetadata(17));

        assertThatThrownBy(() -> commit(progress, snapshot)).isInstanceOf(CommitFailedException.class);
    }

    @Test
    void theBrokerDoesNotCheckWhetherTheMemberOwnsThePartition() {
        var one = group.join("one");
        var two = group.join("two");
        group.awaitShares(one, two);
        var progress = Map.of(two.owned().iterator().next(), new OffsetAndMetadata(17));

        assertThatCode(() -> commit(progress, one.ask(Consumer::groupMetadata))).doesNotThrowAnyException();
    }

    @Test
    void theSnapshotOfAMemberThatKeepsItsNumbersStaysValid() {
        var one = group.join("one");
        var two = group.join("two");
        group.awaitShares(one, two);
        var partition = two.owned().iterator().next();
        var snapshot = two.ask(Consumer::groupMetadata);
        group.leave(one);
        group.awaitShares(two);

        assertThatCode(() -> commit(Map.of(partition, new OffsetAndMetadata(17)), snapshot))
                .doesNotThrowAnyException();
    }

    @Test
    void aWorkerCannotChooseItsSession() {
        assertThatThrownBy(() -> group.clients()
                        .consumer(
                                Map.of("group.id", "any", "group.protocol", "consumer", "session.timeout.ms", 10_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("session.timeout.ms");
    }

    @Test
    void aHandOverEndsBeforeASessionWouldAndThatOfAVanishedMemberSoonAfterIt(TestReporter reporter) {
        for (var protocol : Protocol.values()) {
            var joins = new ArrayList<Duration>();
            var leaves = new ArrayList<Duration>();
            Duration vanished;
            try (var measured = newGroup(protocol)) {
                var one = measured.joinStatic("one");
                var two = measured.joinStatic("two");
                measured.awaitShares(one, two);
                for (int i = 0; i < ROUNDS; i++) {
                    var three = new ArrayList<GroupMember>();
                    joins.add(time(() -> {
                        three.add(measured.join("three"));
                        measured.awaitShares(one, two, three.getFirst());
                    }));
                    leaves.add(time(() -> {
                        measured.leave(three.getFirst());
                        measured.awaitShares(one, two);
                    }));
                }
                vanished = time(() -> {
                    measured.vanish(one);
                    measured.awaitShares(two);
                });
            }
            var figures = new LinkedHashMap<String, String>();
            figures.put("protocol", protocol.name());
            figures.put("join", millis(joins));
            figures.put("leave", millis(leaves));
            figures.put("vanish", millis(List.of(vanished)));
            reporter.publishEntry(figures);
            assertThat(joins).allSatisfy(each -> assertThat(each).isLessThan(SESSION));
            assertThat(leaves).allSatisfy(each -> assertThat(each).isLessThan(SESSION));
            assertThat(vanished).isBetween(SESSION.minus(HEARTBEAT.multipliedBy(2)), SESSION.multipliedBy(3));
        }
    }

    private static Duration time(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static String millis(List<Duration> times) {
        return times.stream().map(Duration::toMillis).sorted().toList().toString();
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> progress, ConsumerGroupMetadata snapshot) {
        try (var producer = group.clients().transactional("any", Map.of())) {
            producer.beginTransaction();
            try {
                producer.sendOffsetsToTransaction(progress, snapshot);
                producer.commitTransaction();
            } catch (CommitFailedException e) { // as the worker does it
                producer.abortTransaction();
                throw e;
            }
        }
    }

    private static NumberGroup newGroup(Protocol protocol) {
        return NumberGroup.create(broker, protocol, "group-" + groups++);
    }
}
