package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class HeldPartitionsTest {
    private static final Set<TopicPartition> ALL =
            IntStream.range(0, 100).mapToObj(HeldPartitionsTest::orders).collect(Collectors.toSet());
    private static final TopicPartition BAD = orders(42);

    private final AtomicLong clock = new AtomicLong();
    private final HeldPartitions held = new HeldPartitions(clock::get);

    @Test
    void theOneUnreadablePartitionOfAHundredIsFoundInAFewPollsAndOnlyItIsHeld() {
        int polls = 0;
        while (held.count("orders") == 0) {
            poll(Set.of(BAD));
            polls++;
        }
        assertThat(polls).isLessThanOrEqualTo(15);
        poll(Set.of(BAD));
        assertThat(held.open(ALL)).hasSize(99).doesNotContain(BAD);
    }

    @Test
    void everyUnreadablePartitionIsFoundAndTheOthersAreReadInTheEnd() {
        var bad = Set.of(orders(0), orders(1), orders(50), orders(99));
        for (int poll = 0; poll < 100; poll++) {
            poll(bad);
        }
        var open = new HashSet<>(ALL);
        open.removeAll(bad);
        assertThat(held.open(ALL)).isEqualTo(open);
        assertThat(held.count("orders")).isEqualTo(4);
    }

    @Test
    void aPartitionIsTriedAloneAgainAndHeldLongerEachTimeUpToHalfAMinute() {
        var two = Set.of(BAD, orders(1));
        assertThat(held.unreadable(Set.of(BAD))).isTrue();
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            pass(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(held.open(two)).as("before %s s", seconds).containsExactly(orders(1));
            pass(Duration.ofMillis(1));
            assertThat(held.open(two)).as("after %s s", seconds).containsExactly(BAD);
            assertThat(held.unreadable(Set.of(BAD))).isTrue();
        }
    }

    @Test
    void aPartitionThatGetsOnIsHeldShortlyNextTime() {
        assertThat(held.hold(BAD)).isEqualTo(Duration.ofSeconds(1));
        assertThat(held.hold(BAD)).isEqualTo(Duration.ofSeconds(2));
        held.gotOn(Set.of(BAD));
        assertThat(held.count("orders")).isZero();
        assertThat(held.hold(BAD)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aPartitionWithoutItsSchemaIsReadBesideTheOthersWhenItsTimeHasCome() {
        held.hold(BAD);
        assertThat(held.open(ALL)).doesNotContain(BAD);
        pass(Duration.ofSeconds(1));
        assertThat(held.open(ALL)).isEqualTo(ALL);
    }

    @Test
    void aPartitionThatIsNotOursAnyMoreIsForgotten() {
        held.hold(BAD);
        held.open(Set.of(orders(1)));
        assertThat(held.open(ALL)).isEqualTo(ALL);
    }

    private void poll(Set<TopicPartition> bad) {
        var open = held.open(ALL);
        if (open.stream().anyMatch(bad::contains)) {
            held.unreadable(open);
        } else {
            held.readable(open);
        }
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static TopicPartition orders(int number) {
        return new TopicPartition("orders", number);
    }
}
