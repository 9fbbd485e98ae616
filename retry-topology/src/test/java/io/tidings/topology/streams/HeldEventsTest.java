package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class HeldEventsTest {
    private static final TopicPartition FIRST = new TopicPartition("events", 0);
    private static final TopicPartition SECOND = new TopicPartition("events", 1);

    private final HeldEvents held = new HeldEvents();

    @Test
    void whatIsHeldComesBeforeWhatFollows() {
        held.add(read(FIRST, 7));
        var all = held.takenWith(read(FIRST, 8, 9));
        assertThat(offsets(all, FIRST)).containsExactly(7L, 8L, 9L);
        assertThat(all.nextOffsets()).containsExactly(Map.entry(FIRST, new OffsetAndMetadata(10)));
    }

    @Test
    void partitionsAreKeptApart() {
        held.add(read(FIRST, 7));
        var all = held.takenWith(read(SECOND, 3));
        assertThat(offsets(all, FIRST)).containsExactly(7L);
        assertThat(offsets(all, SECOND)).containsExactly(3L);
        assertThat(all.nextOffsets())
                .isEqualTo(Map.of(FIRST, new OffsetAndMetadata(8), SECOND, new OffsetAndMetadata(4)));
    }

    @Test
    void whatWasHandedOverIsHeldNoLonger() {
        held.add(read(FIRST, 7));
        held.takenWith(ConsumerRecords.empty());
        assertThat(held.isEmpty()).isTrue();
        assertThat(held.takenWith(ConsumerRecords.empty()).nextOffsets()).isEmpty();
    }

    @Test
    void whatFollowsNothingIsHandedOverAsItIs() {
        var read = read(FIRST, 7);
        assertThat(held.takenWith(read)).isSameAs(read);
    }

    /** A failure between two polls leaves events held; the next poll adds to them. */
    @Test
    void whatIsHeldTwiceStaysInOrder() {
        held.add(read(FIRST, 7));
        held.add(read(FIRST, 8));
        assertThat(offsets(held.takenWith(ConsumerRecords.empty()), FIRST)).containsExactly(7L, 8L);
    }

    @Test
    void aPartitionThatGoesTakesItsEventsWithIt() {
        held.add(read(FIRST, 7));
        held.add(read(SECOND, 3));
        held.drop(List.of(FIRST));
        var all = held.takenWith(ConsumerRecords.empty());
        assertThat(all.partitions()).containsExactly(SECOND);
        assertThat(all.nextOffsets()).containsOnlyKeys(SECOND);
    }

    private static ConsumerRecords<byte[], byte[]> read(TopicPartition partition, long... offsets) {
        var records = LongStream.of(offsets)
                .mapToObj(offset -> new ConsumerRecord<>(
                        partition.topic(), partition.partition(), offset, new byte[0], new byte[0]))
                .toList();
        var next = new OffsetAndMetadata(offsets[offsets.length - 1] + 1);
        return new ConsumerRecords<>(Map.of(partition, records), Map.of(partition, next));
    }

    private static List<Long> offsets(ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
        return records.records(partition).stream().map(ConsumerRecord::offset).toList();
    }
}
