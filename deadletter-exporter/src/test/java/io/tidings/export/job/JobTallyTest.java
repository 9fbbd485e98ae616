package io.tidings.export.job;

import static io.tidings.export.job.JobExamples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.export.source.JobItem;
import io.tidings.export.source.JobItem.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTallyTest {
    /** Two partitions, one after the other: every third record is selected, the others are not asked for or skipped. */
    private static final List<JobItem> ITEMS = items();

    @Test
    void aCountSaysWhatWasSelectedSkippedAndLookedAt() {
        var tally = counted(null);
        var counts = tally.progress(JobState.RUNNING, null, null).counts();
        assertThat(counts.scanned()).isEqualTo(ITEMS.size());
        assertThat(counts.selected()).isEqualTo(10);
        assertThat(counts.skipped()).containsEntry("Copy", 10L);
        assertThat(counts.left()).isEqualTo(10);
    }

    @Test
    void tenExamplesAreShownAfterADryRunAndNoneAfterACount() {
        var tally = new JobTally(null, Set.of("u1"), NOON, false, false);
        ITEMS.forEach(tally::count);
        ITEMS.forEach(tally::count);
        tally.countedAll(true);
        assertThat(tally.progress(JobState.DONE, NOON, null).examples()).hasSize(10);
        assertThat(counted(null).progress(JobState.RUNNING, null, null).examples())
                .isEmpty();
    }

    @Test
    void aCountThatWasCutOffBeginsAnew() {
        var first = new JobTally(null, Set.of("u1"), NOON, false, false);
        ITEMS.subList(0, 7).forEach(first::count);
        var again = counted(first.progress(JobState.RUNNING, null, null));
        assertThat(again.progress(JobState.RUNNING, null, null).counts().scanned())
                .isEqualTo(ITEMS.size());
    }

    /** Commits after every fourth record, and ends after the given one: what was not committed is done again. */
    @ParameterizedTest(name = "killed after {0} records")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 17, 28, 29, 30})
    void whereverAJobIsKilledEachSelectedItemIsWrittenOnce(int killed) {
        var committed = new ArrayList<String>();
        var tally = counted(null);
        var last = tally.progress(JobState.RUNNING, null, null);
        var open = new ArrayList<String>();
        for (int i = 0; i < killed; i++) {
            write(tally, ITEMS.get(i), open);
            if (i % 4 == 3) {
                committed.addAll(open);
                open.clear();
                last = tally.progress(JobState.RUNNING, null, null);
            }
        }
        var next = new JobTally(last, Set.of("u1"), NOON.plusSeconds(1), false, false);
        assertThat(next.counted()).isTrue();
        ITEMS.forEach(item -> write(next, item, committed));
        assertThat(committed).hasSize(10).doesNotHaveDuplicates();
        var counts = next.progress(JobState.DONE, NOON, null).counts();
        assertThat(counts.written()).isEqualTo(10);
        assertThat(counts.left()).isZero();
    }

    @Test
    void ofPlacesThatComeOneByOneOnlyTheLatestIsKept() {
        var tally = new JobTally(null, Set.of("u1"), NOON, false, true);
        ITEMS.forEach(tally::passed);
        assertThat(tally.positions()).containsOnlyKeys("letters-1");
    }

    @Test
    void ofEachFolderTheLatestPlaceIsKept() {
        var tally = new JobTally(null, Set.of("u1", "u2"), NOON, false, true);
        for (var place : List.of("AUDIT/1.json", "AUDIT/2.json", "BILLING/1.json", "BILLING/2.json")) {
            tally.passed(new JobItem(place, 1, new Finding.NotAsked()));
        }
        assertThat(tally.positions()).containsOnlyKeys("AUDIT/2.json", "BILLING/2.json");
    }

    @Test
    void aRecordForSeveralSubscriptionsIsCountedForEachOfThem() {
        var tally = new JobTally(null, Set.of("u1", "u2"), NOON, false, false);
        var findings = List.of(selected("e1"), new Finding.Skipped("FilteredOut"), selected("e1"));
        tally.count(new JobItem("events-0", 1, findings));
        var counts = tally.progress(JobState.RUNNING, null, null).counts();
        assertThat(counts)
                .returns(1L, JobCounts::scanned)
                .returns(2L, JobCounts::selected)
                .returns(Map.of("FilteredOut", 1L), JobCounts::skipped);
    }

    @Test
    void aJobGoesOnForTheSubscriptionsThatItBeganFor() {
        var before = new JobTally(null, Set.of("u1", "u2"), NOON, false, false).progress(JobState.RUNNING, null, null);
        var next = new JobTally(before, Set.of("u1"), NOON, false, false).progress(JobState.RUNNING, null, null);
        assertThat(next.uids()).containsExactlyInAnyOrder("u1", "u2");
    }

    private static void write(JobTally tally, JobItem item, List<String> written) {
        if (tally.due(item)) {
            written.add(item.place() + "@" + item.next());
            tally.written();
        }
        tally.passed(item);
    }

    private static JobTally counted(@Nullable JobProgress before) {
        var tally = new JobTally(before, Set.of("u1"), NOON, false, false);
        ITEMS.forEach(tally::count);
        tally.countedAll(false);
        return tally;
    }

    private static List<JobItem> items() {
        var items = new ArrayList<JobItem>();
        for (int i = 0; i < 30; i++) {
            var finding = switch (i % 3) {
                case 0 -> selected("e" + i);
                case 1 -> new Finding.Skipped("Copy");
                default -> new Finding.NotAsked();
            };
            items.add(new JobItem("letters-" + i / 15, i % 15 + 1, finding));
        }
        return items;
    }

    private static Finding selected(String id) {
        return new Finding.Selected(
                new SubscriptionKey("orders", "billing"),
                new JobExample("billing", id, "tidings.events-0@1", NOON, null, null),
                0,
                _ -> new ProducerRecord<>("tidings.deliveries", new byte[0]));
    }
}
