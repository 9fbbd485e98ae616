package io.tidings.worker.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryProgress.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-RECOVER-1: when waiting deliveries are moved, and when not. */
class SubscriptionRecoveryTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private final SubscriptionRecovery recovery = new SubscriptionRecovery("u1", at(0));

    @Test
    void nothingIsMovedBeforeTheEndsOfTheTiersAreKnown() {
        assertThat(recovery.active()).isFalse();
        recovery.begin(PAUSE, at(0));
        assertThat(recovery.moving()).isTrue();
        assertThat(recovery.endsUnknown()).isTrue();
        assertThat(recovery.finished()).isFalse();
        recovery.endsKnown();
        assertThat(recovery.finished()).as("no tier has anything").isTrue();
    }

    @Test
    void theLongestTierIsFirst() {
        begun();
        assertThat(recovery.nextTier()).contains(RetryTier.ONE_HOUR);
        recovery.sweep(RetryTier.ONE_HOUR, new TierSweep(40, 40, 40));
        assertThat(recovery.nextTier()).contains(RetryTier.TEN_SECONDS);
        recovery.sweep(RetryTier.TEN_SECONDS, new TierSweep(7, 7, 7));
        assertThat(recovery.finished()).isTrue();
    }

    @Test
    void aFailureStopsItForAWhile() {
        begun();
        recovery.stop(PAUSE, at(10));
        assertThat(recovery.moving()).isFalse();
        assertThat(recovery.paused(at(309))).isTrue();
        assertThat(recovery.paused(at(310))).isFalse();
        assertThat(recovery.progress(at(10)).until()).isEqualTo(NOON.plusSeconds(310));
        recovery.goOn(at(310));
        assertThat(recovery.moving()).isTrue();
        assertThat(recovery.nextTier()).as("where it stopped").contains(RetryTier.ONE_HOUR);
    }

    @Test
    void anotherEndOfProbationDoesNotEndThePause() {
        begun();
        recovery.stop(PAUSE, at(10));
        recovery.begin(PAUSE, at(20));
        assertThat(recovery.moving()).isFalse();
        assertThat(recovery.paused(at(20))).isTrue();
        assertThat(recovery.endsUnknown()).as("more waits by now").isTrue();
    }

    @Test
    void anOperatorEndsThePause() {
        begun();
        recovery.stop(PAUSE, at(10));
        recovery.request(NOON.plusSeconds(20), at(20));
        assertThat(recovery.moving()).isTrue();
        assertThat(recovery.probes()).isTrue();
        assertThat(recovery.actedOn(NOON.plusSeconds(20))).isTrue();
        assertThat(recovery.actedOn(NOON.plusSeconds(21))).isFalse();
    }

    @Test
    void theNextOneCountsAnew() {
        begun();
        recovery.moved(5);
        recovery.complete();
        assertThat(recovery.progress(at(30)).state()).isEqualTo(State.COMPLETED);
        assertThat(recovery.progress(at(30)).moved()).isEqualTo(5);
        recovery.begin(PAUSE, at(300));
        assertThat(recovery.moved()).isZero();
        assertThat(recovery.moving()).isTrue();
    }

    @Test
    void anEndpointThatWasBackAndFailedAgainWaitsLikeAStoppedOne() {
        begun();
        recovery.complete();
        recovery.begin(PAUSE, at(100));
        assertThat(recovery.active()).isTrue();
        assertThat(recovery.moving()).isFalse();
        assertThat(recovery.paused(at(299))).isTrue();
        assertThat(recovery.paused(at(300))).isFalse();
    }

    @Test
    void aNewOwnerGoesOnUpToTheSameEnds() {
        begun();
        recovery.moved(5);
        var resumed = SubscriptionRecovery.resumed(recovery.progress(at(5)), at(60));
        assertThat(resumed.moving()).isTrue();
        assertThat(resumed.moved()).isEqualTo(5);
        assertThat(resumed.endsUnknown()).as("the log may be shorter by now").isTrue();
        assertThat(resumed.endOf(RetryTier.ONE_HOUR, 100)).isEqualTo(40);
        assertThat(resumed.endOf(RetryTier.ONE_HOUR, 30)).isEqualTo(30);
        assertThat(resumed.endOf(RetryTier.ONE_MINUTE, 100)).isZero();
    }

    @Test
    void aNewOwnerKeepsThePause() {
        begun();
        recovery.stop(PAUSE, at(10));
        var resumed = SubscriptionRecovery.resumed(recovery.progress(at(10)), at(100));
        assertThat(resumed.moving()).isFalse();
        assertThat(resumed.paused(at(309))).isTrue();
        assertThat(resumed.paused(at(310))).isFalse();
    }

    @Test
    void aCompletedOneIsOnlyRemembered() {
        var written = new RecoveryProgress("u1", State.COMPLETED, NOON, 7, null, NOON, Map.of());
        var resumed = SubscriptionRecovery.resumed(written, at(100));
        assertThat(resumed.active()).isFalse();
        assertThat(resumed.actedOn(NOON)).isTrue();
        assertThat(resumed.progress(at(100))).isEqualTo(written);
    }

    private void begun() {
        recovery.begin(PAUSE, at(0));
        recovery.sweep(RetryTier.TEN_SECONDS, new TierSweep(0, 0, 7));
        recovery.sweep(RetryTier.ONE_HOUR, new TierSweep(20, 20, 40));
        recovery.sweep(RetryTier.ONE_MINUTE, new TierSweep(3, 3, 3));
        recovery.endsKnown();
    }

    private static ClockReading at(long seconds) {
        return new ClockReading(
                NOON.plusSeconds(seconds), Duration.ofSeconds(seconds).toNanos());
    }
}
