package io.tidings.export.job;

import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.export.source.JobItem;
import io.tidings.export.source.JobItem.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a job. A job counts before it writes, so it knows how much is left. Pure; confined to one thread.
 */
final class JobTally {
    private final Instant started;
    private final Set<String> uids;
    private final boolean oneByOne;
    private final List<JobExample> examples = new ArrayList<>();
    private final Map<String, Long> skipped = new TreeMap<>();
    private final Map<String, Long> positions = new TreeMap<>();
    private long scanned;
    private long selected;
    private boolean counted;
    private long written;

    /**
     * Continues after the last commit; counts anew what was not counted to its end.
     *
     * @param before null for a job that has not begun
     * @param uids of the subscriptions, if it has not begun
     * @param resumes whether it continues what was not counted, too
     * @param oneByOne whether only the position in the latest place of each folder is needed
     */
    JobTally(@Nullable JobProgress before, Set<String> uids, Instant now, boolean resumes, boolean oneByOne) {
        this.started = before == null || before.started() == null ? now : before.started();
        this.uids = before == null || before.uids().isEmpty() ? uids : before.uids();
        this.oneByOne = oneByOne;
        if (before != null && (before.counts().counted() || resumes)) {
            var counts = before.counts();
            examples.addAll(before.examples());
            skipped.putAll(counts.skipped());
            positions.putAll(before.positions());
            scanned = counts.scanned();
            selected = counts.selected();
            counted = counts.counted();
            written = counts.written();
        }
    }

    boolean counted() {
        return counted;
    }

    long selected() {
        return selected;
    }

    Map<String, Long> positions() {
        return Map.copyOf(positions);
    }

    void count(JobItem item) {
        scanned++;
        item.findings().forEach(this::count);
    }

    private void count(Finding finding) {
        switch (finding) {
            case Finding.NotAsked(), Finding.StartMarked() -> {}
            case Finding.NotRetained(var offsets) -> skipped.merge("NotRetained", offsets, Long::sum);
            case Finding.Skipped(var why) -> skipped.merge(why, 1L, Long::sum);
            case Finding.Selected(var _, var example, var _, var _) -> {
                selected++;
                if (examples.size() < JobProgress.MOST_EXAMPLES) {
                    examples.add(example);
                }
            }
        }
    }

    /** Counts an item of a job that writes without having counted: nobody knows how much is to come. */
    void countInPassing(JobItem item) {
        count(item);
        examples.clear();
    }

    /** @param keepExamples whether to show the examples to operators */
    void countedAll(boolean keepExamples) {
        counted = true;
        if (!keepExamples) {
            examples.clear();
        }
    }

    /** Returns whether something of the item is to be written, and was not. */
    boolean due(JobItem item) {
        return !item.selected().isEmpty() && item.next() > positions.getOrDefault(item.place(), 0L);
    }

    void written() {
        written++;
    }

    void passed(JobItem item) {
        if (oneByOne && !positions.containsKey(item.place())) {
            var folder = folder(item.place());
            positions.keySet().removeIf(place -> folder(place).equals(folder));
        }
        positions.merge(item.place(), item.next(), Math::max);
    }

    private static String folder(String place) {
        return place.substring(0, place.indexOf('/') + 1);
    }

    JobProgress progress(JobState state, @Nullable Instant ended, @Nullable String error) {
        var counts = new JobCounts(scanned, selected, counted, written, skipped);
        return new JobProgress(state, started, ended, error, counts, examples, positions, uids);
    }
}
