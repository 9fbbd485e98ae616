package io.tidings.worker.schedule;

import static io.tidings.worker.schedule.SchedulerFixture.GOOD;
import static io.tidings.worker.schedule.SchedulerFixture.PATIENCE;
import static io.tidings.worker.schedule.SchedulerFixture.SLOW;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decision 1: a queue waits for the rate of its subscription, which others do not. */
class RateLimitedQueueTest {
    private final SchedulerFixture traffic = new SchedulerFixture();

    @Test
    void aQueueHeldByItsRateWaitsAndIsShedAfterTheStall() {
        traffic.add(SLOW, Origin.DELIVERIES, 1);
        traffic.add(GOOD, Origin.DELIVERIES, 1);
        traffic.next().terms(() -> 64, Rate.perSecond(2));
        assertThat(leftAfter(Duration.ZERO)).isEmpty();
        traffic.add(SLOW, Origin.DELIVERIES, 1_500);
        assertThat(traffic.next().first()).isEqualTo("good");
        assertThat(traffic.next()).isNull();
        assertThat(leftAfter(ofNanos(100))).contains(ofMillis(500).minusNanos(100));
        assertThat(leftAfter(ofMillis(600))).contains(Duration.ZERO);
        traffic.pass(ofMillis(500).minusNanos(1));
        assertThat(traffic.next()).isNull();
        traffic.pass(ofNanos(1));
        assertThat(traffic.next().first()).isEqualTo("slow");
        assertThat(traffic.next()).isNull();
        assertThat(traffic.excess()).isEmpty();
        traffic.pass(PATIENCE.minusMillis(500));
        traffic.startAll();
        assertThat(traffic.excess()).hasSize(1_500 - 2 - 1_000);
    }

    @Test
    void aCancelledRequestUsesUpNoRate() {
        traffic.add(SLOW, Origin.DELIVERIES, 3);
        var first = traffic.next();
        first.terms(() -> 64, Rate.perSecond(1));
        traffic.scheduler.cancel(first);
        assertThat(leftAfter(Duration.ZERO)).isEmpty();
        traffic.scheduler.cancel(traffic.next());
        assertThat(traffic.next()).isNotNull();
        assertThat(traffic.next()).isNull();
    }

    @Test
    void aQueueWithNothingInItIsForgottenAfterAWhileButNotItsRate() {
        var asked = new ArrayList<Lane>();
        var forgetful = new FairScheduler<String>(
                key -> {
                    asked.add(key);
                    return () -> 1;
                },
                _ -> null,
                new SchedulerLimits(10, 1000, 2000, new PerSubscription(1000, 1000)));
        for (var key : List.of(SLOW, GOOD)) {
            forgetful.add(key, Origin.DELIVERIES, key.subscription().name(), 1, 0);
            var slot = forgetful.next(0);
            slot.terms(() -> 1, key.equals(SLOW) ? new Rate(ofMinutes(5)) : Rate.UNLIMITED);
            forgetful.completed(slot);
            forgetful.releaseMemory(slot);
        }
        long later = ofMinutes(3).toNanos();
        forgetful.forgetIdle(later);
        forgetful.add(GOOD, Origin.DELIVERIES, "good", 1, later);
        forgetful.add(SLOW, Origin.DELIVERIES, "slow", 1, later);
        assertThat(asked).containsExactly(SLOW, GOOD, GOOD);
        assertThat(forgetful.next(later).first()).isEqualTo("good");
        assertThat(forgetful.next(later)).isNull();
        assertThat(forgetful.next(ofMinutes(5).toNanos()).first()).isEqualTo("slow");
    }

    /** What is left to wait for a rate when so much time has passed. */
    private Optional<Duration> leftAfter(Duration time) {
        return traffic.scheduler.untilRested(traffic.now() + time.toNanos());
    }
}
