package io.tidings.ingest.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.PendingBySubscription;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class OldestWaitingTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant PUBLISHED = NOON.minusSeconds(600);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Queue<TimelineQuery> asked = new ConcurrentLinkedQueue<>();
    private volatile Instant now = NOON;
    private volatile List<String> incomplete = List.of();
    private final OldestWaiting oldest = new OldestWaiting(this::respond, () -> now);

    private TimelineResult respond(TimelineQuery query) {
        asked.add(query);
        return new TimelineResult(
                List.of(0), List.of(), Map.of("u1", new Waiting(2, PUBLISHED, NOON)), Duration.ZERO, incomplete);
    }

    @Test
    void itIsKnownForEachSubscriptionForAMinute() {
        assertThat(oldest.of("u1", now)).as("nobody waits for the timeline").isNull();
        await().atMost(PATIENCE).until(() -> oldest.of("u1", now) != null);
        assertThat(oldest.of("u1", now)).isEqualTo(PUBLISHED);
        assertThat(oldest.of("u2", now)).isNull();
        assertThat(asked).containsExactly(new PendingBySubscription());
        assertThat(oldest.of("u1", now.plusSeconds(61))).isNull();
    }

    @Test
    void nothingIsSaidIfNotAllThatWaitsWasLookedAt() {
        await().atMost(PATIENCE).until(() -> oldest.of("u1", now) != null);
        incomplete = List.of("there are more");
        now = now.plusSeconds(11);
        await().atMost(PATIENCE).until(() -> oldest.of("u1", now) == null);
    }
}
