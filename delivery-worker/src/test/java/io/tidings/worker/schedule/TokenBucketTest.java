package io.tidings.worker.schedule;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Decision 1: the rate of a subscription is kept. */
class TokenBucketTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long BEGINNING = -20 * MILLISECOND; // the steady clock may be below zero

    private final TokenBucket bucket = new TokenBucket();
    private long now = BEGINNING;

    /** B-LANE-1. */
    @Test
    void sharesOfARateAddUpToTheRate() {
        assertThat(Rate.perSecond(100).sharedBy(4)).isEqualTo(Rate.perSecond(25));
        assertThat(Rate.perSecond(100).sharedBy(1)).isEqualTo(Rate.perSecond(100));
        assertThat(Rate.UNLIMITED.sharedBy(4)).isEqualTo(Rate.UNLIMITED);
    }

    @Test
    void withoutARateEverythingGoes() {
        assertThat(taken()).isEqualTo(1000);
    }

    @Test
    void requestsOfALowRateAreApart() {
        bucket.rate(Rate.perSecond(2));
        assertThat(taken()).isOne();
        assertThat(bucket.opens()).isEqualTo(BEGINNING + 500 * MILLISECOND);
        now += 500 * MILLISECOND - 1;
        assertThat(taken()).isZero();
        now++;
        assertThat(taken()).isOne();
    }

    /** B-SUB-3. */
    @Test
    void theSlowerOfTwoRatesCounts() {
        var granted = Rate.perMinute(30);
        assertThat(granted).isEqualTo(new Rate(Duration.ofSeconds(2)));
        assertThat(granted.orSlower(Rate.perSecond(1))).isEqualTo(granted);
        assertThat(Rate.perSecond(1).orSlower(granted)).isEqualTo(granted);
        assertThat(Rate.UNLIMITED.orSlower(granted)).isEqualTo(granted);
    }

    @Test
    void requestsOfAHighRateMayComeATenthOfASecondsWorthAtOnce() {
        bucket.rate(Rate.perSecond(1000));
        assertThat(taken()).isEqualTo(100);
        assertThat(bucket.opens()).isEqualTo(BEGINNING + MILLISECOND);
        now += 10 * MILLISECOND;
        assertThat(taken()).isEqualTo(10);
        now += Duration.ofHours(1).toNanos();
        assertThat(taken()).as("no more is saved up").isEqualTo(100);
    }

    @Test
    void anUnusedTokenIsGivenBack() {
        bucket.rate(Rate.perSecond(2));
        bucket.take(now);
        bucket.giveBack();
        assertThat(taken()).isOne();
    }

    @Test
    void aRateCountsFromTheLastRequestOn() {
        bucket.take(now);
        bucket.rate(Rate.perSecond(2));
        now += 500 * MILLISECOND - 1;
        assertThat(bucket.ready(now)).isFalse();
        now++;
        assertThat(bucket.ready(now)).isTrue();
    }

    @Test
    void aRateThatIsLiftedHoldsNoRequest() {
        bucket.rate(Rate.perSecond(1));
        bucket.take(now);
        bucket.rate(Rate.UNLIMITED);
        assertThat(bucket.ready(now)).isTrue();
    }

    @Test
    void anImpossibleRateIsRefused() {
        assertThatThrownBy(() -> new Rate(Duration.ofSeconds(-1))).hasMessageContaining("PT-1S");
    }

    @RepeatedTest(20)
    void inNoSecondThereAreMoreThanTheRateAndItsBurst(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        int rate = 1 + random.nextInt(500);
        bucket.rate(Rate.perSecond(rate));
        var taken = new ArrayList<Long>();
        for (int i = 0; i < 5_000; i++) {
            now += random.nextLong(5 * MILLISECOND);
            if (bucket.ready(now)) {
                bucket.take(now);
                taken.add(now);
            }
        }
        int most = rate + Math.max(1, rate / 10);
        for (int i = most; i < taken.size(); i++) {
            assertThat(taken.get(i) - taken.get(i - most)).isGreaterThan(999 * MILLISECOND);
        }
        assertThat(taken.size())
                .isGreaterThan((int) ((now - BEGINNING) / (1000 * MILLISECOND)) * Math.min(rate, 300) / 2);
    }

    private int taken() {
        int taken = 0;
        while (taken < 1000 && bucket.ready(now)) {
            bucket.take(now);
            taken++;
        }
        return taken;
    }
}
