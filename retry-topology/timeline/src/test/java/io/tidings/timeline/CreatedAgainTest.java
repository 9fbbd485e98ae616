package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.ALL;
import static io.tidings.timeline.DrivenTimeline.BILLING;
import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.timeline.StatsLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** #31: a subscription that was deleted and created again showed the attempts and dead letters of the former one. */
class CreatedAgainTest {
    private static final String FORMER = "u-1";
    private static final String PRESENT = "u-2";

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
    void aSubscriptionHasNothingOfTheFormerOneOfItsName() {
        timeline.attempt(failure("1", 1, NOON));
        timeline.deadLetter("2", NOON);
        var state = timeline.state(NOON);
        var ladder = new RetryLadder(TimeScale.REAL);

        assertThat(state.attempts(BILLING, FORMER, ALL).rows()).hasSize(1);
        assertThat(state.deadLetters(BILLING, FORMER, ALL).rows()).hasSize(1);
        assertThat(state.waiting(BILLING, FORMER, ladder)).hasSize(1);
        assertThat(state.attempts(BILLING, PRESENT, ALL).rows()).isEmpty();
        assertThat(state.deadLetters(BILLING, PRESENT, ALL).rows()).isEmpty();
        assertThat(state.waiting(BILLING, PRESENT, ladder)).isEmpty();
        assertThat(state.attempts(BILLING, null, ALL).rows()).hasSize(1);
    }

    @Test
    void bothAreCountedInTheMinuteOfTheChange() {
        timeline.stats("worker-1", line(FORMER, 98));
        timeline.stats("worker-1", line(PRESENT, 2));
        timeline.stats("worker-2", line(null, 1)); // of an earlier release

        assertThat(delivered(PRESENT)).containsExactly(3L);
        assertThat(delivered(FORMER)).containsExactly(99L);
        assertThat(delivered(null)).containsExactly(101L);
    }

    private static StatsLine line(String uid, long delivered) {
        return new StatsLine(BILLING, uid, NOON, delivered, 0, new TreeMap<>());
    }

    private List<Long> delivered(String uid) {
        return timeline.minutes().of(BILLING, uid, NOON, NOON.plusSeconds(60), Duration.ofMinutes(1)).stream()
                .map(StatsLine::delivered)
                .toList();
    }
}
