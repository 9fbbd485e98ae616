package io.tidings.ingest.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.timeline.NewestFirst.Read;
import io.tidings.runtime.kafka.OffsetRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class NewestFirstTest {
    private static final TopicPartition FIRST = new TopicPartition("events", 0);
    private static final TopicPartition SECOND = new TopicPartition("events", 1);

    private record Row(TopicPartition partition, long offset, Instant time) {}

    private static Read<Row> row(TopicPartition partition, long offset, long time) {
        var at = Instant.ofEpochSecond(time);
        return new Read<>(offset, at, new Row(partition, offset, at));
    }

    private static Read<Row> unwanted(long offset, long time) {
        return new Read<>(offset, Instant.ofEpochSecond(time), null);
    }

    @Test
    void aRowWaitsForPartitionsThatMayHaveANewerOne() {
        var merge = new NewestFirst<Row>(List.of(new OffsetRange(FIRST, 0, 9), new OffsetRange(SECOND, 0, 9)));
        assertThat(merge.behind()).containsExactly(FIRST, SECOND);
        merge.add(merge.block(FIRST, 2), List.of(row(FIRST, 7, 70), row(FIRST, 8, 80)));
        merge.add(merge.block(SECOND, 1), List.of(unwanted(8, 85)));
        assertThat(merge.next()).isEmpty();
        assertThat(merge.behind()).containsExactly(SECOND);
        assertThat(merge.left()).containsExactly(Map.entry(FIRST, 9L), Map.entry(SECOND, 8L));
        assertThat(merge.back()).contains(Instant.ofEpochSecond(85));
        merge.add(merge.block(SECOND, 2), List.of(unwanted(6, 75), unwanted(7, 78)));
        assertThat(merge.next()).map(Row::offset).contains(8L);
        assertThat(merge.next()).as("the second partition goes on at 75").isEmpty();
    }

    @Test
    void gapsInTheLogAreNoRecordsAndEndNothing() {
        var merge = new NewestFirst<Row>(List.of(new OffsetRange(FIRST, 3, 9)));
        merge.add(merge.block(FIRST, 4), List.of());
        assertThat(merge.back()).isEmpty();
        assertThat(merge.block(FIRST, 4)).isEqualTo(new OffsetRange(FIRST, 3, 5));
        merge.add(merge.block(FIRST, 4), List.of(row(FIRST, 4, 1)));
        assertThat(merge.left()).containsExactly(Map.entry(FIRST, 5L));
        assertThat(merge.next()).isPresent();
        assertThat(merge.left()).isEmpty();
        assertThat(merge.next()).isEmpty();
    }

    /** Each page is a new merge that begins where the former one ended, as requests do it. */
    @RepeatedTest(200)
    void pagesReachEveryWantedRowOnceAndTheNewestFirst(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var logs = new ArrayList<List<Read<Row>>>();
        for (int partition = 0; partition < random.nextInt(1, 6); partition++) {
            logs.add(log(random, new TopicPartition("events", partition)));
        }
        var ends = new ArrayList<>(logs.stream().map(log -> (long) log.size()).toList());
        var found = new ArrayList<Row>();
        while (ends.stream().anyMatch(end -> end > 0)) {
            var merge = new NewestFirst<Row>(ranges(ends));
            int top = random.nextInt(1, 10);
            int blocks = random.nextInt(1, 8);
            for (int page = 0; page < top; ) {
                var behind = merge.behind();
                if (behind.isEmpty()) {
                    var next = merge.next();
                    if (next.isEmpty()) {
                        break;
                    }
                    found.add(next.get());
                    page++;
                } else if (blocks-- == 0) {
                    break;
                } else {
                    int size = random.nextInt(1, 20);
                    for (var partition : behind) {
                        var block = merge.block(partition, size);
                        merge.add(
                                block, logs.get(partition.partition()).subList((int) block.start(), (int) block.end()));
                    }
                }
            }
            var left = merge.left();
            assertThat(sum(left.values())).as("a page goes on").isLessThan(sum(ends));
            ends.replaceAll(_ -> 0L);
            left.forEach((partition, end) -> ends.set(partition.partition(), end));
        }
        var wanted = logs.stream()
                .flatMap(List::stream)
                .filter(each -> each.row() != null)
                .map(Read::row)
                .toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(found).isSortedAccordingTo(Comparator.comparing(Row::time).reversed());
    }

    private static long sum(Collection<Long> ends) {
        return ends.stream().mapToLong(Long::longValue).sum();
    }

    private static List<OffsetRange> ranges(List<Long> ends) {
        var ranges = new ArrayList<OffsetRange>();
        for (int i = 0; i < ends.size(); i++) {
            ranges.add(new OffsetRange(new TopicPartition("events", i), 0, ends.get(i)));
        }
        return ranges;
    }

    private static List<Read<Row>> log(RandomGenerator random, TopicPartition partition) {
        var log = new ArrayList<Read<Row>>();
        long time = random.nextLong(1_000);
        int size = random.nextInt(60);
        for (int offset = 0; offset < size; offset++) {
            time += random.nextInt(4);
            log.add(random.nextInt(3) > 0 ? row(partition, offset, time) : unwanted(offset, time));
        }
        return log;
    }
}
