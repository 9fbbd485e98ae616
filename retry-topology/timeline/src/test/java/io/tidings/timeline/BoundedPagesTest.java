package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.BILLING;
import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.timeline.state.PartitionState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** #32 1.4: a page reads a bounded part of the state, and the next one goes on behind it. */
class BoundedPagesTest {
    private static final int LETTERS = 60;
    private static final int ATTEMPTS = 2_000;

    @TempDir
    private Path folder;

    private DrivenTimeline timeline;

    @BeforeEach
    void open() {
        timeline = new DrivenTimeline(folder);
    }

    @AfterEach
    void close() {
        timeline.close();
    }

    @Test
    void aPageOfDeadLettersOfOneIdReadsABoundedNumberOfEntriesAndPagingReachesAll() {
        for (int i = 0; i < ATTEMPTS; i++) {
            timeline.attempt(failure("used-again", i, NOON.minusSeconds(LETTERS + i)));
        }
        letters();
        var pages = pages(() -> false);
        assertThat(pages).hasSizeBetween(2, 5);
        assertThat(pages).allSatisfy(reads -> assertThat(reads).isLessThan(PartitionState.MOST_READ + 2_100));
    }

    @Test
    void aPageEndsWhenItsTimeIsOverAndPagingReachesAll() {
        letters();
        assertThat(pages(() -> true)).hasSize(LETTERS);
    }

    private void letters() {
        for (int i = 0; i < LETTERS; i++) {
            timeline.deadLetter("used-again", NOON.minusSeconds(i), HeaderNames.SOURCE, "tidings.events-0@" + i);
        }
    }

    /** Returns how many entries each page has read. */
    private List<Long> pages(BooleanSupplier late) {
        var reads = new ArrayList<Long>();
        var times = new ArrayList<Instant>();
        String after = null;
        do {
            var before = timeline.reads();
            var page = timeline.state(NOON, late)
                    .deadLetters(BILLING, null, new Selection(null, null, null, null, after, TimelineQuery.MOST_ROWS));
            reads.add(timeline.reads() - before);
            page.rows().forEach(row -> times.add(row.entry().time()));
            after = page.cutAt();
        } while (after != null && reads.size() <= 2 * LETTERS);
        assertThat(times).doesNotHaveDuplicates().hasSize(LETTERS);
        return reads;
    }
}
