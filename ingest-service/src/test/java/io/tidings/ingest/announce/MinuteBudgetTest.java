package io.tidings.ingest.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class MinuteBudgetTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final MinuteBudget budget = new MinuteBudget(2);

    @Test
    void aMinuteHasItsPermitsAndTheNextOneHasThemAgain() {
        assertThat(budget.take(NOON)).isTrue();
        assertThat(budget.take(NOON.plusSeconds(59))).isTrue();
        assertThat(budget.take(NOON.plusSeconds(59))).isFalse();
        assertThat(budget.take(NOON.plusSeconds(60))).isTrue();
    }

    @Test
    void aClockThatWasSetBackBeginsANewMinute() {
        budget.take(NOON);
        budget.take(NOON);
        assertThat(budget.take(NOON.minusSeconds(3600))).isTrue();
    }
}
