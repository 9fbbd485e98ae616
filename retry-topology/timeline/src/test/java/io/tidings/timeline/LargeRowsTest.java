package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.BILLING;
import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.timeline.TimelineEntryText;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** #32: former releases took ids of 600 KB; a page of them stays within its bytes, and paging reaches all. */
class LargeRowsTest {
    private static final int MOST_BYTES = TimelineResult.MOST_BYTES;
    private static final int ROWS = 25;

    @TempDir
    private Path folder;

    private DrivenTimeline timeline;

    @BeforeEach
    void open() {
        timeline = new DrivenTimeline(folder, 256 * 1024 * 1024);
    }

    @AfterEach
    void close() {
        timeline.close();
    }

    @Test
    void aPageOfAttemptsEndsEarlyAndPagingReachesAll() {
        for (int i = 0; i < ROWS; i++) {
            timeline.attempt(failure(id(i), 1, NOON.minusSeconds(i)));
        }
        everyPageIsSmallAndNoRowIsMissing(timeline::attempts);
    }

    @Test
    void aPageOfDeadLettersEndsEarlyAndPagingReachesAll() {
        for (int i = 0; i < ROWS; i++) {
            timeline.deadLetter(id(i), NOON.minusSeconds(i));
        }
        everyPageIsSmallAndNoRowIsMissing(timeline::deadLetters);
    }

    @Test
    void ofAnEventSoMuchIsShown() {
        for (int i = 0; i < ROWS; i++) {
            timeline.attempt(failure(id(0), i, NOON.minusSeconds(i)));
        }
        var page = timeline.state(NOON).ofEvent(BILLING.topic(), id(0));
        assertThat(bytes(page.rows())).isBetween(MOST_BYTES / 2, MOST_BYTES);
        assertThat(page.cutAt()).isNotNull();
    }

    private static String id(int i) {
        return i + "-" + "x".repeat(600 * 1024);
    }

    private static void everyPageIsSmallAndNoRowIsMissing(Function<Selection, List<Row>> pages) {
        var ids = new ArrayList<String>();
        String after = null;
        while (ids.size() < ROWS) {
            var page = pages.apply(new Selection(null, null, null, null, after, TimelineQuery.MOST_ROWS));
            assertThat(page).isNotEmpty();
            assertThat(bytes(page)).isLessThanOrEqualTo(MOST_BYTES);
            page.forEach(row -> ids.add(row.entry().eventId()));
            after = page.getLast().position();
        }
        assertThat(ids).doesNotHaveDuplicates().hasSize(ROWS);
    }

    private static int bytes(List<Row> rows) {
        return rows.stream()
                .mapToInt(row -> TimelineEntryText.write(row.entry()).length)
                .sum();
    }
}
