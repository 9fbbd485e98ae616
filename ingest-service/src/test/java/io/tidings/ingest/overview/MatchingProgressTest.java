package io.tidings.ingest.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.overview.MatchingProgress.Observation;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MatchingProgressTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private static Observation seen(int second, long matched, boolean late, boolean members) {
        return new Observation(NOON.plusSeconds(second), matched, late, members);
    }

    @Test
    void withoutATopologyItStandsAsSoonAsAnEventIsLate() {
        assertThat(MatchingProgress.first(seen(0, 7, false, false)).stalled()).isFalse();
        assertThat(MatchingProgress.first(seen(0, 7, true, false)).stalled()).isTrue();
        var later = MatchingProgress.first(seen(0, 7, false, true)).next(seen(10, 7, true, false));
        assertThat(later.stalled()).isTrue();
        assertThat(later.since()).isEqualTo(NOON);
    }

    @Test
    void matchingIsStalledWhenNothingIsMatchedForAWhile() {
        var first = MatchingProgress.first(seen(0, 7, true, true));
        assertThat(first.stalled()).isFalse();
        var second = first.next(seen(20, 7, true, true));
        assertThat(second.stalled()).isFalse();
        var third = second.next(seen(30, 7, true, true));
        assertThat(third.stalled()).isTrue();
        assertThat(third.since()).isEqualTo(NOON);
        assertThat(third.next(seen(40, 8, true, true)).stalled()).isFalse();
    }

    @Test
    void aTopologyThatCatchesUpDoesNotStand() {
        var progress = MatchingProgress.first(seen(0, 0, true, true));
        for (int i = 1; i < 20; i++) {
            progress = progress.next(seen(10 * i, i, true, true));
            assertThat(progress.stalled()).isFalse();
        }
    }

    @Test
    void whileNoEventIsLateNothingStands() {
        var idle = MatchingProgress.first(seen(0, 7, false, true)).next(seen(40, 7, false, true));
        assertThat(idle.stalled()).isFalse();
        assertThat(idle.next(seen(50, 7, true, true)).stalled()).isFalse();
    }

    @Test
    void whatWasSeenLongAgoDoesNotCount() {
        var old = MatchingProgress.first(seen(0, 7, true, true));
        assertThat(old.next(seen(3600, 7, true, true)).stalled()).isFalse();
    }
}
