package io.tidings.contract.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineResult.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** #32: what the partitions have found is put together within the bytes of one response. */
class TimelineResultTest {
    private static final int MOST_BYTES = TimelineResult.MOST_BYTES;
    private static final int PARTITIONS = 5;
    private static final int ROWS = 60;

    @Test
    void theRowsOfAllPartitionsStayWithinTheBytesOfOneResponse() {
        var result = TimelineResult.nothing();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            result = result.plus(share(partition), TimelineQuery.MOST_ROWS);
        }
        assertThat(bytes(result)).isBetween(MOST_BYTES / 2, MOST_BYTES);
        assertThat(result.rows()).extracting(Row::position).containsExactly("00", "01", "02", "03", "04", "05");
        assertThat(result.cutAt()).isEqualTo("05");
    }

    @RepeatedTest(50)
    void pagingReachesEveryRowOnceHoweverLargeTheRowsOfEachPartitionAre(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var all = IntStream.range(0, ROWS)
                .mapToObj(i -> sized(i, random.nextLong(MOST_BYTES / 2)))
                .toList();
        int[] partitions = random.ints(ROWS, 0, PARTITIONS).toArray();
        int top = random.nextInt(1, ROWS);
        var reached = new ArrayList<String>();
        TimelineResult page;
        do {
            page = TimelineResult.nothing();
            for (int partition : shuffled(random)) {
                page = page.plus(share(all, partitions, partition, reached.size()), top);
            }
            assertThat(page.rows().stream().mapToLong(Row::bytes).sum()).isLessThanOrEqualTo(MOST_BYTES);
            page.rows().forEach(row -> reached.add(row.position()));
        } while (page.cutAt() != null || page.rows().size() == top);
        assertThat(reached).isEqualTo(all.stream().map(Row::position).toList());
    }

    private static List<Integer> shuffled(RandomGenerator random) {
        var partitions = new ArrayList<>(IntStream.range(0, PARTITIONS).boxed().toList());
        Collections.shuffle(partitions, random);
        return partitions;
    }

    /** Ends at its bytes, as each partition does. */
    private static TimelineResult share(List<Row> all, int[] partitions, int partition, int from) {
        var rows = IntStream.range(from, ROWS)
                .filter(i -> partitions[i] == partition)
                .mapToObj(all::get)
                .toList();
        var share = new TimelineResult(List.of(partition), rows, Map.of(), null, List.of());
        return TimelineResult.nothing().plus(share, ROWS);
    }

    /** Every fifth row is in the same partition. */
    private static TimelineResult share(int partition) {
        var rows = IntStream.range(0, ROWS)
                .filter(i -> i % PARTITIONS == partition)
                .mapToObj(TimelineResultTest::row)
                .toList();
        return new TimelineResult(List.of(partition), rows, Map.of(), null, List.of());
    }

    private static Row sized(int i, long bytes) {
        return new Row("%02d".formatted(i), entry(i, ""), List.of(), bytes);
    }

    private static Row row(int i) {
        return new Row("%02d".formatted(i), entry(i, "x".repeat(600 * 1024)), List.of());
    }

    private static Rejection entry(int i, String id) {
        var source = new EventSource("tidings.events", 0, i);
        return new Rejection("orders", id, source, Instant.parse("2026-11-21T12:00:00Z"), "WrongSchema", "");
    }

    private static int bytes(TimelineResult result) {
        return result.rows().stream()
                .mapToInt(row -> TimelineEntryText.write(row.entry()).length)
                .sum();
    }
}
