package io.tidings.ingest.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedCountsTest {
    private static final Pending BILLING = new Pending(new SubscriptionKey("orders", "billing"), null);
    private static final Pending AUDIT = new Pending(new SubscriptionKey("orders", "audit"), null);

    private final List<TimelineQuery> asked = new ArrayList<>();
    private boolean away;
    private Instant now = Instant.parse("2026-11-23T12:00:00Z");
    private final SharedCounts counts = new SharedCounts(this::respond, () -> now);

    private TimelineResult respond(TimelineQuery query) throws TimelineUnavailableException {
        asked.add(query);
        if (away) {
            throw new TimelineUnavailableException("away");
        }
        return new TimelineResult(List.of(asked.size()), List.of(), Map.of(), Duration.ofMillis(250), List.of());
    }

    @Test
    void equalQueriesWithinASecondAreAskedOnce() throws TimelineUnavailableException {
        counts.ask(BILLING);
        now = now.plusMillis(900);
        var second = counts.ask(BILLING);
        assertThat(second.partitions()).containsExactly(1);
        assertThat(second.behind()).as("with its age").isEqualTo(Duration.ofMillis(1150));
        assertThat(asked).containsExactly(BILLING);
    }

    @Test
    void afterASecondTheTimelineIsAskedAgain() throws TimelineUnavailableException {
        counts.ask(BILLING);
        now = now.plusSeconds(1);
        assertThat(counts.ask(BILLING).behind()).isEqualTo(Duration.ofMillis(250));
        assertThat(asked).containsExactly(BILLING, BILLING);
    }

    @Test
    void anotherSubscriptionIsAnotherQuery() throws TimelineUnavailableException {
        counts.ask(BILLING);
        counts.ask(AUDIT);
        assertThat(asked).containsExactly(BILLING, AUDIT);
    }

    @Test
    void anEventIsAskedForEachTime() throws TimelineUnavailableException {
        var event = new OfEvent("orders", "1");
        counts.ask(event);
        counts.ask(event);
        assertThat(asked).containsExactly(event, event);
    }

    @Test
    void aTimelineThatIsAwayIsToldToAllThatAsk() {
        away = true;
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(TimelineUnavailableException.class)
                    .isThrownBy(() -> counts.ask(BILLING))
                    .withMessage("away");
        }
        assertThat(asked).hasSize(1);
    }
}
