package io.tidings.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-PROB-5, decision 5: how many requests an endpoint gets at once, from its responses alone. */
class ConcurrencyLimitTest {
    private static final int CEILING = 64;
    private static final long BEGINNING = -5_000_000_000L; // the steady clock may be below zero
    private static final Duration USUAL = Duration.ofMillis(200);

    private final ConcurrencyLimit concurrency = new ConcurrencyLimit(CEILING);
    private long now = BEGINNING;

    @Test
    void aNewEndpointGetsOne() {
        assertThat(concurrency.limit()).isOne();
    }

    @Test
    void theLimitDoublesEveryRoundTripWhileResponsesAreGoodAndStopsAtTheCeiling() {
        for (int limit = 2; limit <= CEILING; limit *= 2) {
            roundTrip(USUAL);
            assertThat(concurrency.limit()).isEqualTo(limit);
        }
        roundTrip(USUAL);
        assertThat(concurrency.limit()).isEqualTo(CEILING);
    }

    /** B-LANE-1: the share of a lane changes when its subscription gets more or fewer lanes. */
    @Test
    void anotherCeilingHoldsAtOnceAndAHigherOneIsReachedAgain() {
        full();
        concurrency.ceiling(CEILING / 4);
        assertThat(concurrency.limit()).isEqualTo(CEILING / 4);
        roundTrip(USUAL);
        assertThat(concurrency.limit()).isEqualTo(CEILING / 4);
        concurrency.ceiling(CEILING);
        roundTrip(USUAL);
        roundTrip(USUAL);
        assertThat(concurrency.limit()).isEqualTo(CEILING);
    }

    @Test
    void aWindowThatIsRefusedHalvesItOnce() {
        full();
        long sent = now;
        now += USUAL.toNanos();
        for (int i = 0; i < CEILING; i++) {
            concurrency.tooMuch(sent, now++);
        }
        assertThat(concurrency.limit()).isEqualTo(CEILING / 2);
        concurrency.tooMuch(now, now + 1);
        assertThat(concurrency.limit()).isEqualTo(CEILING / 4);
    }

    @Test
    void anEndpointThatRefusesEverythingIsLeftWithOne() {
        for (int i = 0; i < 10; i++) {
            concurrency.tooMuch(now, now + 1);
            now += 2;
        }
        assertThat(concurrency.limit()).isOne();
    }

    @Test
    void afterACutItGrowsByOneEveryRoundTrip() {
        full();
        concurrency.tooMuch(now, now + 1);
        now += 2;
        for (int limit = 33; limit < 40; limit++) {
            roundTrip(USUAL);
            assertThat(concurrency.limit()).isEqualTo(limit);
        }
    }

    @Test
    void responsesThatTakeMuchLongerThanUsualCutAnEighthEveryRoundTripDownToAFew() {
        full();
        roundTrip(USUAL.multipliedBy(20));
        assertThat(concurrency.limit()).isEqualTo(56);
        roundTrip(USUAL.multipliedBy(4));
        assertThat(concurrency.limit()).isEqualTo(49);
        for (int i = 0; i < 30; i++) {
            var grown = USUAL.multipliedBy(20L * (i + 1));
            long sent = now;
            now += 10_000_000;
            concurrency.responded(sent - grown.toNanos(), now); // so fast that what is usual cannot follow
            concurrency.responded(sent + 1, now + 2);
            now += 3;
        }
        assertThat(concurrency.limit()).isBetween(4, 40);
    }

    @Test
    void aFewMillisecondsMoreAreNotSlow() {
        while (concurrency.limit() < CEILING) {
            roundTrip(Duration.ofMillis(2));
        }
        for (int i = 0; i < 5; i++) {
            roundTrip(Duration.ofMillis(40));
        }
        assertThat(concurrency.limit()).isEqualTo(CEILING);
    }

    @Test
    void anEndpointThatIsSometimesFastAndSometimesSlowKeepsItsShare() {
        for (int i = 0; i < 50; i++) {
            long sent = now;
            for (int answer = 0; answer < 32; answer++) {
                now += 5_000_000;
                concurrency.responded(answer % 2 == 0 ? now - 1_000_000 : sent - USUAL.toNanos(), now);
            }
        }
        assertThat(concurrency.limit()).isEqualTo(CEILING);
    }

    @Test
    void anEndpointThatHasBecomeSlowerForGoodGetsItsShareAgain() {
        full();
        long begun = now;
        var slower = USUAL.multipliedBy(5);
        roundTrip(slower);
        roundTrip(slower);
        assertThat(concurrency.limit()).isLessThan(CEILING);
        while (concurrency.limit() < CEILING) {
            roundTrip(slower);
            assertThat(Duration.ofNanos(now - begun)).isLessThan(Duration.ofMinutes(2));
        }
    }

    @Test
    void whenItBeginsAgainItDoublesAgain() {
        full();
        concurrency.tooMuch(now, now + 1);
        now += 2;
        concurrency.restart();
        assertThat(concurrency.limit()).isOne();
        for (int limit = 2; limit <= CEILING; limit *= 2) {
            roundTrip(USUAL);
            assertThat(concurrency.limit()).isEqualTo(limit);
        }
    }

    @RepeatedTest(50)
    void itIsNeverBelowOneNorAboveTheCeiling(RepetitionInfo run) {
        var random = new java.util.Random(run.getCurrentRepetition());
        for (int i = 0; i < 5_000; i++) {
            long sent = now;
            now += random.nextLong(1_000_000_000);
            if (random.nextInt(20) == 0) {
                concurrency.tooMuch(sent, now);
            } else {
                concurrency.responded(sent, now);
            }
            assertThat(concurrency.limit()).isBetween(1, CEILING);
        }
    }

    private void full() {
        while (concurrency.limit() < CEILING) {
            roundTrip(USUAL);
        }
    }

    /** Sends as many requests as the limit allows, and responds to them one after the other. */
    private void roundTrip(Duration took) {
        long sent = now + 1;
        int requests = concurrency.limit();
        now = sent + took.toNanos();
        for (int i = 0; i < requests; i++) {
            concurrency.responded(sent, now);
        }
    }
}
