package io.tidings.ingest.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.AllPending;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.ingest.overview.WaitingDeliveries.ByTier;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitingDeliveriesTest {
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");
    private static final Map<String, Waiting> SEVEN = Map.of("30s", new Waiting(7, NOON, NOON));

    private final List<TimelineQuery> asked = new ArrayList<>();
    private List<String> incomplete = List.of();
    private boolean away;
    private final WaitingDeliveries deliveries = new WaitingDeliveries(this::respond);

    private TimelineResult respond(TimelineQuery query) throws TimelineUnavailableException {
        asked.add(query);
        if (away) {
            throw new TimelineUnavailableException("away");
        }
        return new TimelineResult(List.of(0), List.of(), SEVEN, Duration.ZERO, incomplete);
    }

    @Test
    void theTimelineIsAskedAtMostEveryTenSeconds() {
        for (int millis = 0; millis < 10_000; millis += 500) {
            assertThat(deliveries.at(NOON.plusMillis(millis))).isEqualTo(new ByTier(SEVEN, true));
        }
        assertThat(asked).containsExactly(new AllPending());
        deliveries.at(NOON.plusSeconds(10));
        assertThat(asked).hasSize(2);
    }

    @Test
    void aCountThatIsNotCompleteIsToldFromOneThatIs() {
        incomplete = List.of("more wait");
        assertThat(deliveries.at(NOON)).isEqualTo(new ByTier(SEVEN, false));
    }

    @Test
    void whileTheTimelineIsAwayNothingIsKnown() {
        away = true;
        assertThat(deliveries.at(NOON)).isNull();
        away = false;
        assertThat(deliveries.at(NOON.plusSeconds(10))).isNotNull();
    }
}
