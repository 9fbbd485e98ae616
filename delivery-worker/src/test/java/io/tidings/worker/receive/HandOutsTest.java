package io.tidings.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.worker.receive.HandOuts.Answer;
import io.tidings.worker.receive.HandOuts.Answer.Done;
import io.tidings.worker.receive.HandOuts.Answer.Failed;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Handed;
import io.tidings.worker.receive.HandOuts.Place;
import io.tidings.worker.receive.HandOuts.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL-1, B-PULL-2: what receivers have. */
class HandOutsTest {
    private static final String UID = "u1";
    private static final OrderedKey KEY = new OrderedKey(new SubscriptionKey("orders", "billing"), UID, "");
    private static final Place FIRST = new Place(KEY, 1);
    private static final Terms TERMS = new Terms(Duration.ofMinutes(1), 2);
    private static final Instant NOW = Instant.parse("2026-11-28T20:00:00Z");

    private final HandOuts handOuts = new HandOuts(3);

    @Test
    void aLockedEventIsHandedOutToNobodyElseUntilItsLockEnds() {
        var handed = handOut(NOW);

        assertThat(handed.count()).isOne();
        assertThat(handed.token().number()).isEqualTo(3);
        assertThat(handOuts.handOut(FIRST, TERMS, UUID.randomUUID(), NOW.plusSeconds(59)))
                .isEmpty();
        assertThat(handOuts.nextEnd()).contains(NOW.plusSeconds(60));
        assertThat(handOuts.takeOver(NOW.plusSeconds(59))).isEmpty();
        assertThat(handOuts.takeOver(NOW.plusSeconds(60))).containsExactly(FIRST);
        assertThat(handOut(NOW.plusSeconds(60)).count()).isEqualTo(2);
    }

    @Test
    void anEventThatWasReceivedAsOftenAsItMayIsExhausted() {
        var _ = handOut(NOW);
        assertThat(handOuts.takeOver(NOW.plusSeconds(60))).containsExactly(FIRST);
        assertThat(handOuts.exhausted(FIRST, TERMS)).isFalse();

        var _ = handOut(NOW.plusSeconds(60));
        assertThat(handOuts.exhausted(FIRST, TERMS)).isFalse(); // somebody has it
        assertThat(handOuts.takeOver(NOW.plusSeconds(120))).containsExactly(FIRST);
        assertThat(handOuts.exhausted(FIRST, TERMS)).isTrue();
    }

    @Test
    void anEndedEventIsGone() {
        var handed = handOut(NOW);

        assertThat(handOuts.end(handed.token(), UID, NOW)).isEqualTo(new Done(FIRST));
        assertThat(handOuts.end(handed.token(), UID, NOW)).isEqualTo(new Failed(Failure.LOST));
        assertThat(handOuts.handOut(FIRST, TERMS, UUID.randomUUID(), NOW)).isEmpty();
        assertThat(handOuts.takeOver(NOW.plusSeconds(600))).isEmpty();
        handOuts.left(FIRST);
        assertThat(handOuts.snapshot()).isEmpty();
    }

    /** The index tells its lock, which a new owner would keep to. */
    @Test
    void anEventThatGoesOnKeepsItsLock() {
        var token = handOut(NOW).token();
        assertThat(handOuts.end(token, UID, NOW)).isEqualTo(new Done(FIRST));

        assertThat(handOuts.goesOn(FIRST)).isTrue();

        assertThat(handOuts.handOut(FIRST, TERMS, UUID.randomUUID(), NOW)).isEmpty();
        assertThat(handOuts.end(token, UID, NOW)).isEqualTo(new Done(FIRST));
        assertThat(handOuts.goesOn(FIRST)).isTrue();
        assertThat(handOuts.takeOver(NOW.plusSeconds(60))).containsExactly(FIRST);
        handOuts.end(FIRST);
        assertThat(handOuts.goesOn(FIRST)).as("nobody had it").isFalse();
        assertThat(handOut(NOW.plusSeconds(60)).count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 3600})
    void aReleasedEventComesBackAfterTheDelay(int seconds) {
        var handed = handOut(NOW);

        assertThat(handOuts.release(handed.token(), UID, Duration.ofSeconds(seconds), NOW))
                .isEqualTo(new Done(FIRST));
        assertThat(handOuts.renew(handed.token(), UID, TERMS, NOW)).isEqualTo(new Failed(Failure.LOST));
        assertThat(handOuts.takeOver(NOW.plusSeconds(seconds).minusMillis(1))).isEmpty();
        assertThat(handOuts.takeOver(NOW.plusSeconds(seconds))).containsExactly(FIRST);
        assertThat(handOut(NOW.plusSeconds(seconds)).count()).isEqualTo(2);
    }

    @Test
    void anEventThatWasNotReceivedCountsForNothing() {
        var handed = handOut(NOW);

        assertThat(handOuts.takeBack(handed.token(), UID, NOW)).isEqualTo(new Done(FIRST));
        assertThat(handOuts.takeUntold()).containsExactly(new HandOut(KEY, 1, 0, NOW, null));
        assertThat(handOuts.takeOver(NOW)).containsExactly(FIRST);
        assertThat(handOut(NOW).count()).isOne();
    }

    @Test
    void aLockIsRenewedForAnHourAndNoLonger() {
        var token = handOut(NOW).token();
        var at = NOW;
        while (at.isBefore(NOW.plusSeconds(3600))) {
            assertThat(handOuts.takeOver(at)).isEmpty();
            assertThat(handOuts.renew(token, UID, TERMS, at)).isEqualTo(new Done(FIRST));
            at = at.plusSeconds(50);
        }
        assertThat(handOuts.nextEnd()).contains(NOW.plusSeconds(3600));
        assertThat(handOuts.takeOver(NOW.plusSeconds(3600))).containsExactly(FIRST);
    }

    @Test
    void aTokenIsGoodForItsSubscriptionAndItsHandOutOnly() {
        var token = handOut(NOW).token();
        long high = token.nonce().getMostSignificantBits();
        long low = token.nonce().getLeastSignificantBits();

        assertThat(acknowledge(token, "u2", NOW)).isEqualTo(new Failed(Failure.LOST));
        assertThat(acknowledge(new LockToken(4, token.nonce()), UID, NOW)).isEqualTo(new Failed(Failure.LOST));
        assertThat(acknowledge(new LockToken(3, new UUID(high, low ^ 1)), UID, NOW))
                .isEqualTo(new Failed(Failure.LOST));
        assertThat(acknowledge(new LockToken(3, new UUID(high ^ 1, low)), UID, NOW))
                .isEqualTo(new Failed(Failure.LOST));
        assertThat(acknowledge(token, UID, NOW.plusSeconds(60))).isEqualTo(new Failed(Failure.LOST));
        assertThat(acknowledge(token, UID, NOW.plusSeconds(59))).isEqualTo(new Done(FIRST));
    }

    @Test
    void aNewOwnerKeepsLocksWaitsAndCounts() {
        var token = handOut(NOW).token();
        var second = new Place(KEY, 2);
        var _ = handOuts.handOut(second, TERMS, UUID.randomUUID(), NOW.minusSeconds(60));

        var next = new HandOuts(3);
        handOuts.takeUntold().forEach(next::restore);

        assertThat(next.begin(_ -> true, NOW.plusSeconds(1))).containsExactly(FIRST);
        assertThat(next.handOut(second, TERMS, UUID.randomUUID(), NOW)
                        .orElseThrow()
                        .count())
                .isEqualTo(2);
        assertThat(next.end(token, UID, NOW.plusSeconds(2))).isEqualTo(new Done(FIRST));
    }

    @Test
    void aNewOwnerForgetsWhatWaitsNoLonger() {
        var _ = handOut(NOW);
        var next = new HandOuts(3);
        handOuts.takeUntold().forEach(next::restore);

        assertThat(next.begin(_ -> false, NOW)).isEmpty();
        assertThat(next.snapshot()).isEmpty();
        assertThat(next.locked()).isZero();
    }

    private Handed handOut(Instant now) {
        return handOuts.handOut(FIRST, TERMS, UUID.randomUUID(), now).orElseThrow();
    }

    private Answer acknowledge(LockToken token, String uid, Instant now) {
        return handOuts.end(token, uid, now);
    }
}
