package io.tidings.worker.commit;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.record.StartOffset;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.CountChange;
import io.tidings.worker.partition.CountChange.Ending;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.StartingPoint;
import io.tidings.worker.progress.CommitPosition;
import io.tidings.worker.progress.Gaps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * B-COUNT: workers own a partition number one after the other, and are killed between any two steps. Whatever was
 * committed, the counts are what the committed offsets say.
 */
class RunningCountsTest {
    private static final Topics TOPICS = new Topics("");
    private static final int SUBSCRIPTIONS = 5;

    /** So large that parks are left for a later transaction. */
    private static final byte[] LARGE = new byte[3_000_000];

    private final LadderRecords records = new LadderRecords(TOPICS);
    private final Map<String, Log> logs = new HashMap<>();
    private final List<ProducerRecord<byte[], byte[]>> countsLog = new ArrayList<>();

    /** One partition as Kafka keeps it: its records, what is committed, and how each delivery finished. */
    private static final class Log {
        private final List<Delivery> records = new ArrayList<>();
        private final Map<Long, @Nullable Ending> finished = new HashMap<>();
        private OffsetAndMetadata committed = new OffsetAndMetadata(0, "");

        boolean told(long offset) {
            return told(committed, offset);
        }

        static boolean told(OffsetAndMetadata position, long offset) {
            return offset < position.offset()
                    || Gaps.read(position.metadata()).get(Math.toIntExact(offset - position.offset()));
        }
    }

    @RepeatedTest(200)
    void theCountsAreWhatTheCommittedOffsetsSay(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        logs.put(TOPICS.deliveries(), new Log());
        logs.put(TOPICS.retry(RetryTier.TEN_SECONDS), new Log());
        for (int owner = 0; owner < 12; owner++) {
            new Owner(random).work(random.nextInt(1, 300));
            assertThatTheCountsAreTrue();
        }
        assertThat(log(TOPICS.deliveries()).records).hasSizeGreaterThan(20);
    }

    private NumberCounts counts() {
        var table = new CountsTable();
        countsLog.forEach(
                each -> assertThat(table.read(0, each.key(), each.value())).isEmpty());
        return table.number(0);
    }

    private Log log(String topic) {
        return logs.get(topic);
    }

    private void assertThatTheCountsAreTrue() {
        var counts = counts();
        for (int i = 0; i < SUBSCRIPTIONS; i++) {
            var subscription = new CountedSubscription(key(i), "uid-" + i);
            var truth = truth(subscription);
            var counted = counts.of(subscription);
            assertThat(new DeliveryCounts(
                            counted.taken(),
                            counted.broughtBack(),
                            counted.delivered(),
                            counted.deadLettered(),
                            counted.dropped(),
                            null,
                            null))
                    .as("%s", subscription)
                    .isEqualTo(truth);
            assertThat(counted.waiting()).as("%s waits", subscription).isEqualTo(waiting(subscription));
            assertThat(counted.concurrencyLimit()).isEqualTo(counted.taken() == 0 ? 0 : limit(subscription.key()));
        }
    }

    /** Looks at the finished records one by one. */
    private DeliveryCounts truth(CountedSubscription subscription) {
        var sum = DeliveryCounts.NONE;
        for (var log : logs.values()) {
            for (int offset = 0; offset < log.records.size(); offset++) {
                var delivery = log.records.get(offset);
                if (delivery.subscription().equals(subscription.key()) && log.finished.containsKey((long) offset)) {
                    var ending = log.finished.get((long) offset);
                    boolean first = !delivery.taken();
                    sum = sum.plus(new DeliveryCounts(
                            first ? 1 : 0,
                            first && delivery.redriven() != null ? 1 : 0,
                            ending == Ending.DELIVERED ? 1 : 0,
                            ending == Ending.DEAD_LETTERED ? 1 : 0,
                            ending == Ending.DROPPED ? 1 : 0,
                            null,
                            null));
                }
            }
        }
        return sum;
    }

    /** Counts the records that hold a place in the ladder. */
    private long waiting(CountedSubscription subscription) {
        long waiting = 0;
        for (var log : logs.values()) {
            for (int offset = 0; offset < log.records.size(); offset++) {
                var delivery = log.records.get(offset);
                boolean waits = delivery.taken() && !log.told(offset);
                waiting += waits && delivery.subscription().equals(subscription.key()) ? 1 : 0;
            }
        }
        return waiting;
    }

    private static SubscriptionKey key(int number) {
        return new SubscriptionKey("orders", "s" + number);
    }

    private static int limit(SubscriptionKey key) {
        return key.name().charAt(1);
    }

    /** One worker, from the handover until it is killed. */
    private final class Owner {
        private final RandomGenerator random;
        private final List<AssignedPartition> partitions = new ArrayList<>();
        private final Map<AssignedPartition, List<Long>> open = new HashMap<>();
        private final Map<String, Map<Long, @Nullable Ending>> endings = new HashMap<>();
        /** Not committed: the deliveries that parks and moves write, by their record. */
        private final Map<ProducerRecord<byte[], byte[]>, Delivery> places = new HashMap<>();

        private final OpenTransaction transaction = new OpenTransaction();
        private final CommitScheduler commits = new CommitScheduler(
                transaction,
                Runnable::run,
                new MockConsumer<byte[], byte[]>("none")::groupMetadata,
                Duration.ZERO,
                Duration.ZERO,
                (_, _) -> {},
                new UncommittedAge<>(),
                new CountsWriter(records, _ -> true, lane -> limit(lane.subscription())));
        private boolean dead;

        Owner(RandomGenerator random) {
            this.random = random;
            var inherited = counts();
            logs.forEach((topic, log) -> {
                var tier = TOPICS.tierOf(topic).orElse(null);
                var partition = new AssignedPartition(
                        new TopicPartition(topic, 0), tier, new RetryLadder(TimeScale.REAL), Duration.ZERO);
                var position = new CommitPosition(log.committed.offset(), log.committed.metadata());
                var point = new StartingPoint(
                        position, new StartOffset(position.offset(), StartOffset.Reason.AS_COMMITTED, 0), "");
                var start = new PartitionStart(
                        point,
                        new DuplicateDetector(),
                        new MovedRecords(Map.of()),
                        Examples.nothingWaits(0),
                        new NumberCounts());
                partition.start(start.with(start.order(), inherited));
                partitions.add(partition);
                open.put(partition, new ArrayList<>());
                endings.put(topic, new HashMap<>());
            });
        }

        void work(int steps) {
            for (int step = 0; step < steps && !dead; step++) {
                var partition = partitions.get(random.nextInt(partitions.size()));
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> read(partition);
                    case 3, 4, 5 -> finish(partition);
                    case 6 -> begin();
                    default -> end();
                }
            }
        }

        private void read(AssignedPartition partition) {
            var log = log(partition.partition().topic());
            long next = Math.max(partition.ledger().next(), log.committed.offset());
            if (partition.tier() == null && next == log.records.size()) {
                log.records.add(matched());
            }
            if (next < log.records.size()) {
                if (partition.ledger().started(next)) {
                    open.get(partition).add(next);
                } else {
                    partition.results().needCommit();
                }
            }
        }

        private Delivery matched() {
            int number = random.nextInt(SUBSCRIPTIONS);
            var like = Examples.newDelivery();
            var delivery = new Delivery(
                    key(number), "uid-" + number, like.event(), like.subscriptionsRead(), like.retryState());
            return random.nextInt(8) == 0 ? delivery.broughtBack(new Redriven(1, Examples.NOON)) : delivery;
        }

        private void finish(AssignedPartition partition) {
            var offsets = open.get(partition);
            if (offsets.isEmpty()) {
                return;
            }
            long offset = offsets.remove(random.nextInt(offsets.size()));
            var delivery = log(partition.partition().topic()).records.get((int) offset);
            var polled = new PolledDelivery(partition, offset, delivery, new byte[1], new byte[1]);
            switch (random.nextInt(6)) {
                case 0 -> end(polled, Ending.DEAD_LETTERED, List.of(record()));
                case 1 -> end(polled, Ending.DROPPED, List.of());
                case 2, 3 -> {
                    var record = record();
                    places.put(record, delivery.asTaken());
                    end(polled, null, List.of(record));
                }
                default -> end(polled, Ending.DELIVERED, List.of());
            }
        }

        private void end(PolledDelivery polled, @Nullable Ending ending, List<ProducerRecord<byte[], byte[]>> written) {
            var counted = CountChange.of(polled, ending);
            polled.from().results().finish(polled.offset(), counted, written, List.of());
            endings.get(polled.from().partition().topic()).put(polled.offset(), ending);
        }

        private static ProducerRecord<byte[], byte[]> record() {
            return new ProducerRecord<>(TOPICS.retry(RetryTier.TEN_SECONDS), 0, new byte[1], LARGE);
        }

        /** Begins a transaction with the scheduler, unless one is open. */
        private void begin() {
            commits.commitNow(
                    partitions.stream().filter(_ -> random.nextInt(4) > 0).toList(),
                    new ClockReading(Examples.NOON, 0));
        }

        private void end() {
            if (!transaction.open()) {
                return;
            }
            if (random.nextInt(3) == 0) {
                transaction.end(new CommitResult.Retryable("aborted"));
                return;
            }
            apply(transaction.content());
            if (random.nextInt(10) > 0) { // else it is killed before it knows
                var offsets =
                        Collections.nCopies(transaction.content().records().size(), 0L);
                transaction.end(new CommitResult.Committed(offsets));
            } else {
                dead = true;
            }
        }

        private void apply(TransactionContent content) {
            content.offsets().forEach((partition, position) -> {
                var log = log(partition.topic());
                var former = log.committed;
                log.committed = position;
                endings.get(partition.topic()).forEach((offset, ending) -> {
                    if (!Log.told(former, offset) && log.told(offset)) {
                        log.finished.put(offset, ending);
                    }
                });
            });
            for (var record : content.records()) {
                if (record.topic().equals(TOPICS.counts())) {
                    countsLog.add(record);
                } else if (places.containsKey(record)) {
                    log(record.topic()).records.add(places.get(record));
                }
            }
        }
    }
}
