package io.tidings.topology.deduplication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.topology.deduplication.FirstEvent.KeyHash;
import io.tidings.topology.deduplication.FirstEvents.Place;
import io.tidings.topology.deduplication.FirstEvents.Room;
import io.tidings.topology.deduplication.FirstEvents.SharedRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-DEDUP-3: which event is the first of its key, whatever was killed in between. */
class FirstEventsTest {
    private static final Duration WINDOW = Duration.ofMillis(60);
    private static final KeyHash A = KeyHash.of("a");

    private final AtomicLong keys = new AtomicLong();

    private static FirstEvents firstEvents(long begin, AtomicLong ofTopic, long most) {
        return new FirstEvents(begin, new Room(ofTopic, most), new SharedRoom(Long.MAX_VALUE));
    }

    @Test
    void anEventRepeatsTheFirstOfItsKeyUntilTheWindowHasPassed() {
        var first = firstEvents(0, keys, 10);
        assertThat(first.repeated(A, new Place(0, 0), WINDOW)).isEmpty();
        first.add(A, new Place(0, 0));
        assertThat(first.repeated(A, new Place(1, 59), WINDOW)).contains(new Place(0, 0));
        assertThat(first.repeated(KeyHash.of("b"), new Place(2, 59), WINDOW)).isEmpty();
        assertThat(first.repeated(A, new Place(3, 60), WINDOW)).isEmpty();
        assertThat(keys).hasValue(0);
    }

    /** One topic must not end matching for all. */
    @Test
    void allTopicsTogetherHaveOnlySoMuchRoom() {
        var all = new SharedRoom(2);
        var one = new FirstEvents(0, new Room(new AtomicLong(), 10), all);
        var other = new FirstEvents(0, new Room(new AtomicLong(), 10), all);
        assertThat(other.add(A, new Place(0, 0))).isZero();
        assertThat(one.add(A, new Place(1, 0))).isZero();
        assertThat(one.add(KeyHash.of("b"), new Place(2, 0))).isOne();
        assertThat(one.repeated(A, new Place(3, 1), WINDOW)).as("it left early").isEmpty();
        assertThat(other.repeated(A, new Place(4, 1), WINDOW)).isPresent();
        one.clear();
        assertThat(all.keys()).isOne();
    }

    /** Else one that has taken all room would leave the others a key each. */
    @Test
    void aTopicWithManyKeysLeavesTheOthersTheirShare() {
        var all = new SharedRoom(16);
        var large = new FirstEvents(0, new Room(new AtomicLong(), 100), all);
        var small = new FirstEvents(0, new Room(new AtomicLong(), 100), all);
        for (int i = 0; i < 16; i++) {
            assertThat(large.add(KeyHash.of("large " + i), new Place(i, 0))).isZero();
        }
        assertThat(small.add(A, new Place(16, 0))).isZero();
        assertThat(small.add(KeyHash.of("b"), new Place(17, 0))).isZero();
        assertThat(small.repeated(A, new Place(18, 1), WINDOW)).isPresent();
        assertThat(small.add(KeyHash.of("c"), new Place(19, 0)))
                .as("more than a half of a quarter")
                .isOne();
        assertThat(large.add(KeyHash.of("d"), new Place(20, 0))).isEqualTo(3);
        assertThat(all.keys()).isEqualTo(16);
        large.clear();
        assertThat(small.add(KeyHash.of("e"), new Place(21, 0))).isZero();
    }

    /** Brokers take over with clocks of their own. */
    @Test
    void timesOfALogMayGoBack() {
        var first = firstEvents(0, keys, 10);
        first.add(A, new Place(0, 100));
        assertThat(first.repeated(A, new Place(1, 30), WINDOW)).contains(new Place(0, 100));
    }

    @Test
    void keysOfAPartitionThatGoesAreNotCounted() {
        var kept = firstEvents(0, keys, 10);
        var gone = firstEvents(0, keys, 10);
        kept.add(A, new Place(0, 0));
        gone.add(A, new Place(0, 0));
        gone.restore(KeyHash.of("b"), new Place(5, 0));
        assertThat(keys).hasValue(2);
        gone.clear();
        assertThat(keys).hasValue(1);
    }

    private record Event(KeyHash key, Place place) {}

    /** Without a bound of keys the decisions are those that a process makes which is never killed. */
    @RepeatedTest(300)
    void killsChangeNothing(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var events = events(random);
        var owners = new Owners(events, random, false);
        owners.runWithKills();
        assertThat(owners.delivered).isEqualTo(expected(events));
    }

    /** With a bound of keys, and windows that change, an event is dropped only if one that was delivered is near. */
    @RepeatedTest(300)
    void noEventIsDroppedUnlessOneWithItsKeyWasDelivered(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var events = events(random);
        var owners = new Owners(events, random, true);
        owners.runWithKills();
        for (var event : events) {
            boolean justified = owners.delivered.contains(event.place().offset())
                    || events.stream()
                            .filter(other ->
                                    owners.delivered.contains(other.place().offset()))
                            .anyMatch(other -> other.key().equals(event.key())
                                    && other.place().offset() < event.place().offset()
                                    && event.place().appended() - other.place().appended() < 2 * WINDOW.toMillis());
            assertThat(justified).as("%s", event).isTrue();
        }
    }

    private static List<Event> events(RandomGenerator random) {
        var events = new ArrayList<Event>();
        long time = 0;
        for (int offset = 0; offset < 150; offset++) {
            time += random.nextInt(8);
            events.add(new Event(KeyHash.of("key " + random.nextInt(12)), new Place(offset, time)));
        }
        return events;
    }

    private static Set<Long> expected(List<Event> events) {
        var delivered = new TreeSet<Long>();
        Map<KeyHash, Long> last = new HashMap<>();
        for (var event : events) {
            var known = last.get(event.key());
            if (known == null || event.place().appended() - known >= WINDOW.toMillis()) {
                last.put(event.key(), event.place().appended());
                delivered.add(event.place().offset());
            }
        }
        return delivered;
    }

    /**
     * Reads the events as owners of a partition do that are killed one after the other. What is before the committed offset
     * has been written; of the rest each record may have been, a delivery without its entry in the log, too.
     */
    private static final class Owners {
        private final List<Event> events;
        private final RandomGenerator random;
        private final boolean changing;
        private final Set<Long> delivered = new TreeSet<>();
        private final List<Event> log = new ArrayList<>();
        private int committed;

        Owners(List<Event> events, RandomGenerator random, boolean changing) {
            this.events = events;
            this.random = random;
            this.changing = changing;
        }

        void runWithKills() {
            while (committed < events.size()) {
                run(Math.min(events.size(), committed + 1 + random.nextInt(60)));
            }
        }

        private void run(int end) {
            var first = firstEvents(committed, new AtomicLong(), changing ? 1 + random.nextInt(12) : 1_000);
            var window = changing && random.nextBoolean() ? WINDOW.multipliedBy(2) : WINDOW;
            log.forEach(entry -> first.restore(entry.key(), entry.place()));
            var accepted = new ArrayList<Event>();
            for (var event : events.subList(committed, end)) {
                if (first.repeated(event.key(), event.place(), window).isEmpty()) {
                    first.add(event.key(), event.place());
                    accepted.add(event);
                }
            }
            committed += random.nextInt(end - committed + 1);
            for (var event : accepted) {
                boolean durable = event.place().offset() < committed;
                if (durable || random.nextBoolean()) {
                    delivered.add(event.place().offset());
                }
                if (durable || random.nextBoolean()) {
                    log.add(event);
                }
            }
        }
    }

    @Test
    void anEntryIsReadBackAndOthersAreNot() {
        var partition = new TopicPartition("tidings.events", 3);
        var first = new FirstEvent(partition, "shop", A, 17, 1_764_345_600_000L);
        assertThat(FirstEvent.read(partition, first.recordValue())).contains(first);
        assertThat(FirstEvent.read(partition, null)).isEqualTo(Optional.empty());
        assertThat(FirstEvent.read(partition, new byte[32])).isEmpty();
    }
}
