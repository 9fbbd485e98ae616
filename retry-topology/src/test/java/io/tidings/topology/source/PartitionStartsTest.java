package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.topology.Examples;
import io.tidings.topology.source.StartRecord.Ended;
import io.tidings.topology.source.StartRecord.Mark;
import io.tidings.topology.source.StartRecord.Start;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PartitionStartsTest {
    private static final TopicPartition PARTITION = new TopicPartition("their.orders", 0);

    @Test
    void aNewSubscriptionGetsWhatIsBeforeThePositionAndThenWhatTheOthersGet() {
        var billing = entry("u1");
        var starts = kept(23);
        assertThat(settle(starts, 0, 23, billing)).containsExactly(start(billing, 0L));
        assertThat(starts.caughtUp(billing)).isFalse();
        assertThat(starts.awaits(billing, 0)).isTrue();
        assertThat(starts.reached(10, 23)).containsExactly(start(billing, 10L));
        assertThat(starts.awaits(billing, 9)).isFalse();
        assertThat(starts.next()).hasValue(10);
        assertThat(starts.reached(25, 25)).containsExactly(start(billing, null));
        assertThat(starts.caughtUp(billing)).isTrue();
        assertThat(starts.next()).isEmpty();
    }

    @Test
    void whatAReleaseWithoutStartsHasReadIsNotReadAgain() {
        var billing = entry("u1");
        var never = new PartitionStarts(PARTITION, List.of(), 23);
        assertThat(settle(never, 0, 23, billing)).containsExactly(start(billing, null));
        var before = new PartitionStarts(PARTITION, List.of(mark(20)), 23);
        assertThat(settle(before, 0, 23, billing))
                .as("it read on after a way back")
                .containsExactly(start(billing, null));
        var stock = entry("u2");
        assertThat(settle(before, 0, 23, billing, stock))
                .as("one that comes later")
                .containsExactly(start(stock, 0L));
    }

    @Test
    void aGroupThatBeginsAnewReadsForThoseThatWereCatchingUp() {
        var billing = entry("u1");
        var starts = new PartitionStarts(PARTITION, List.of(mark(23), start(billing, 5L)), 0);
        assertThat(settle(starts, 0, 0, billing)).containsExactly(start(billing, null));
        assertThat(starts.caughtUp(billing)).isTrue();
    }

    @Test
    void aDeletedSubscriptionIsForgotten() {
        var starts =
                new PartitionStarts(PARTITION, List.of(mark(23), start(entry("u1"), 5L), start(entry("u2"), null)), 23);
        assertThat(settle(starts, 0, 23))
                .containsExactlyInAnyOrder(new Ended(PARTITION, "u1"), new Ended(PARTITION, "u2"));
        assertThat(starts.next()).isEmpty();
    }

    @Test
    void oneThatWasNeverValidatedGetsNothingYet() {
        var created = new SubscriptionEntry(entry("u1").subscription(), "u1", ProvisioningState.CREATING, 1);
        assertThat(settle(kept(23), 0, 23, created)).isEmpty();
    }

    @Test
    void oneThatComesWhileAnotherCatchesUpIsReadForFirst() {
        var billing = entry("u1");
        var stock = entry("u2");
        var starts = kept(23);
        settle(starts, 0, 23, billing);
        var _ = starts.reached(10, 23);
        settle(starts, 0, 23, billing, stock);
        assertThat(starts.next()).hasValue(0);
        assertThat(starts.awaits(billing, 4)).isFalse();
        assertThat(starts.reached(5, 23)).containsExactly(start(stock, 5L));
        assertThat(starts.reached(12, 23)).containsExactlyInAnyOrder(start(billing, 12L), start(stock, 12L));
    }

    /** Any interleaving of reading, catching up, new subscriptions, aborted transactions and new owners. */
    @RepeatedTest(300)
    void everySubscriptionGetsEveryRecordOnceAndInOrder(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var model = new Model(random);
        for (int step = 0; step < 200; step++) {
            model.step();
        }
        model.end();
        model.got.forEach((uid, offsets) -> assertThat(offsets)
                .as(uid)
                .containsExactlyElementsOf(
                        LongStream.range(0, model.position).boxed().toList()));
    }

    private static final class Model {
        final Map<String, List<Long>> got = new HashMap<>();
        long position;
        private final RandomGenerator random;
        private final Map<String, StartRecord> log = new HashMap<>();
        private final List<SubscriptionEntry> entries = new ArrayList<>();
        private PartitionStarts starts = new PartitionStarts(PARTITION, List.of(), 0);

        Model(RandomGenerator random) {
            this.random = random;
        }

        void step() {
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (entries.size() < 5 && position > 0) {
                        entries.add(entry("u" + entries.size()));
                        got.put("u" + (entries.size() - 1), new ArrayList<>());
                    }
                }
                case 1, 2 -> read();
                case 3 -> catchUp();
                default -> starts = new PartitionStarts(PARTITION, log.values(), position);
            }
        }

        private void read() {
            var written = new ArrayList<>(settled());
            long end = position + random.nextInt(4);
            var delivered = new HashMap<String, List<Long>>();
            for (long offset = position; offset < end; offset++) {
                for (var entry : entries) {
                    if (starts.caughtUp(entry)) {
                        delivered
                                .computeIfAbsent(entry.uid(), _ -> new ArrayList<>())
                                .add(offset);
                    }
                }
            }
            commit(written, delivered, end);
        }

        private void catchUp() {
            var written = new ArrayList<>(settled());
            var delivered = new HashMap<String, List<Long>>();
            if (starts.next().isPresent()) {
                long next = starts.next().getAsLong();
                long end = next + random.nextInt(6);
                for (long offset = next; offset < Math.min(end, position); offset++) {
                    for (var entry : entries) {
                        if (starts.awaits(entry, offset)) {
                            delivered
                                    .computeIfAbsent(entry.uid(), _ -> new ArrayList<>())
                                    .add(offset);
                        }
                    }
                }
                written.addAll(starts.reached(end, position));
            }
            commit(written, delivered, position);
        }

        private List<StartRecord> settled() {
            return starts.settle(entries, 0, 0, position, _ -> true);
        }

        private void commit(List<StartRecord> written, Map<String, List<Long>> delivered, long end) {
            if (random.nextInt(5) == 0) {
                starts = new PartitionStarts(PARTITION, log.values(), position); // aborted
                return;
            }
            written.forEach(record -> log.put(Examples.text(record.key()), record));
            log.put("mark", mark(end));
            delivered.forEach((uid, offsets) -> got.get(uid).addAll(offsets));
            position = end;
        }

        void end() {
            while (!entries.stream().allMatch(starts::caughtUp)) {
                catchUp();
            }
        }
    }

    @Test
    void whatProcessesHaveBegunIsReadBackUnlessTheGroupStandsElsewhere() {
        var starts = kept(23);
        starts.reject(7);
        var mark = starts.mark(24, "p 24+1*1", "p 3+8*1");
        var next = new PartitionStarts(PARTITION, List.of(mark), 24);
        assertThat(next.found()).isEqualTo(mark);
        assertThat(next.mayRead(7)).isFalse();
        assertThat(next.mayRead(8)).isTrue();
        var setBack = new PartitionStarts(PARTITION, List.of(mark), 5);
        assertThat(setBack.found()).isEqualTo(mark(5));
        assertThat(setBack.mayRead(7)).as("somebody may want it read again").isTrue();
    }

    @Test
    void aHundredOffsetsThatNoProcessMayReadAreRemembered() {
        var starts = kept(23);
        for (int offset = 0; offset <= 100; offset++) {
            starts.reject(offset);
        }
        assertThat(starts.mark(101, "", "").unprocessable()).hasSize(100).contains(1L, 100L);
    }

    private static Mark mark(long next) {
        return new Mark(PARTITION, next, "", "", List.of());
    }

    private static PartitionStarts kept(long position) {
        return new PartitionStarts(PARTITION, List.of(mark(position)), position);
    }

    private static List<StartRecord> settle(
            PartitionStarts starts, long from, long position, SubscriptionEntry... entries) {
        var all = List.of(entries);
        return starts.settle(
                all,
                1,
                from,
                position,
                start -> all.stream().anyMatch(each -> each.uid().equals(start.uid())));
    }

    private static Start start(SubscriptionEntry entry, @Nullable Long next) {
        return new Start(PARTITION, entry.uid(), entry.subscription().key(), Optional.ofNullable(next));
    }

    private static SubscriptionEntry entry(String uid) {
        var key = "orders/" + uid;
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
        var _ = table.readSubscription(key, Examples.inForce(uid), Examples.subscription(), 1);
        return table.subscription(Examples.key(key)).orElseThrow();
    }
}
