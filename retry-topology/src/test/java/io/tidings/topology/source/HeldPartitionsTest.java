package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class HeldPartitionsTest {
    private static final TopicPartition BAD = orders(42);
    private static final Set<TopicPartition> ALL = Set.of(orders(1), BAD);

    private final AtomicLong clock = new AtomicLong();
    private final HeldPartitions held = new HeldPartitions(clock::get);

    @Test
    void aPartitionIsHeldLongerEachTimeUpToHalfAMinute() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            assertThat(held.hold(BAD)).isEqualTo(Duration.ofSeconds(seconds));
            pass(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(held.open(ALL)).as("before %s s", seconds).doesNotContain(BAD);
            pass(Duration.ofMillis(1));
            assertThat(held.open(ALL)).as("after %s s", seconds).isEqualTo(ALL);
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
    void aPartitionThatIsNotOursAnyMoreIsForgotten() {
        held.hold(BAD);
        held.open(Set.of(orders(1)));
        assertThat(held.open(ALL)).isEqualTo(ALL);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static TopicPartition orders(int number) {
        return new TopicPartition("orders", number);
    }
}
