package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SOURCE-1: a record that cannot be read holds its partition, and no other. */
class HeldPollsTest {
    private static final TopicPartition ONE = new TopicPartition("orders", 1);
    private static final TopicPartition ELEVEN = new TopicPartition("orders", 11);

    private final AtomicLong clock = new AtomicLong();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final HeldPolls polls = new HeldPolls(consumer, clock::get);

    HeldPollsTest() {
        consumer.assign(List.of(ONE, ELEVEN));
        consumer.updateBeginningOffsets(Map.of(ONE, 0L, ELEVEN, 0L));
        consumer.seek(ONE, 7);
        consumer.seek(ELEVEN, 7);
    }

    /** In all the words that Kafka's client has for it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Received exception when fetching the next record from orders-11. If needed, please seek past it.",
                "Record batch for partition orders-11 at offset 7 is invalid, cause: Record is corrupt",
                "Record for partition orders-11 at offset 7 is invalid, cause: Record is corrupt",
                "Encountered corrupt message when fetching offset 7 for topic-partition orders-11"
            })
    void thePartitionThatTheFailureNamesIsHeldAtItsOffsetAndNoOther(String message) {
        consumer.setPollException(new KafkaException(message));
        poll();
        poll();
        assertThat(consumer.paused()).containsExactly(ELEVEN);
        assertThat(consumer.position(ELEVEN)).isEqualTo(7);
        assertThat(polls.count("orders")).isOne();
    }

    @Test
    void aFailureThatIsNotThatOfARecordIsNotHeld() {
        for (var failure : List.of(new KafkaException("no orders"), new TopicAuthorizationException("orders-11"))) {
            consumer.setPollException(failure);
            assertThatThrownBy(this::poll).isSameAs(failure);
        }
        assertThat(polls.count("orders")).isZero();
    }

    @Test
    void aPartitionIsHeldLongerEachTimeUpToHalfAMinute() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            polls.hold(ELEVEN, 7);
            pass(Duration.ofSeconds(seconds).minusMillis(1));
            assertThat(paused()).as("before %s s", seconds).containsExactly(ELEVEN);
            pass(Duration.ofMillis(1));
            assertThat(paused()).as("after %s s", seconds).isEmpty();
        }
    }

    @Test
    void aPartitionThatGetsOnIsHeldShortlyNextTime() {
        polls.hold(ELEVEN, 7);
        polls.hold(ELEVEN, 7);
        polls.gotOn(Set.of(ELEVEN));
        assertThat(polls.count("orders")).isZero();
        polls.hold(ELEVEN, 7);
        pass(Duration.ofSeconds(1));
        assertThat(paused()).isEmpty();
    }

    @Test
    void aPartitionThatIsNotOursAnyMoreIsForgotten() {
        polls.hold(ELEVEN, 7);
        assertThat(polls.poll(Set.of(ONE), Duration.ZERO)).isEmpty();
        assertThat(paused()).isEmpty();
    }

    private Set<TopicPartition> paused() {
        poll();
        return consumer.paused();
    }

    private void poll() {
        assertThat(polls.poll(Set.of(ONE, ELEVEN), Duration.ZERO)).isEmpty();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
