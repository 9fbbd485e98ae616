package io.tidings.ingest.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.RecentBySubscription;
import io.tidings.contract.timeline.TimelineResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class RecentDeliveriesTest {
    private static final Instant UNTIL = Instant.parse("2026-11-22T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final CountedSubscription BILLING =
            new CountedSubscription(new SubscriptionKey("orders", "billing"), "u1");

    private final Queue<TimelineQuery> asked = new ConcurrentLinkedQueue<>();
    private volatile Instant now = UNTIL.plusSeconds(20);
    private final RecentDeliveries recent = new RecentDeliveries(this::respond, () -> now);

    private TimelineResult respond(TimelineQuery query) {
        asked.add(query);
        var minutes = List.of(
                new ActiveMinute(UNTIL.minusSeconds(120), BILLING.toString(), 3, 2, 0, 0),
                new ActiveMinute(UNTIL.minusSeconds(60), BILLING.toString(), 4, 0, 1, 0),
                new ActiveMinute(UNTIL, BILLING.toString(), 9, 9, 0, 0));
        return new TimelineResult(List.of(0), List.of(), null, Map.of(), List.of(), minutes, Duration.ZERO, List.of());
    }

    @Test
    void theMinutesThatAreOverAreAddedUp() {
        assertThat(recent.of(BILLING, now)).as("nobody waits for the timeline").isNull();
        await().atMost(PATIENCE).until(() -> recent.of(BILLING, now) != null);
        assertThat(recent.of(BILLING, now)).isEqualTo(new RecentAttempts(7, 2, UNTIL.minusSeconds(120), UNTIL));
        assertThat(asked).containsExactly(new RecentBySubscription(UNTIL.minusSeconds(300)));
    }

    @Test
    void aSubscriptionWithoutAttemptsHasNone() {
        await().atMost(PATIENCE).until(() -> recent.of(BILLING, now) != null);
        assertThat(recent.of(new CountedSubscription(BILLING.key(), "another"), now))
                .isEqualTo(new RecentAttempts(0, 0, null, UNTIL));
    }

    @Test
    void whatWasAskedLongAgoSaysNothing() {
        await().atMost(PATIENCE).until(() -> recent.of(BILLING, now) != null);
        now = now.plusSeconds(61);
        assertThat(recent.of(BILLING, now)).isNull();
    }
}
