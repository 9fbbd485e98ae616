package io.tidings.worker.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The number of waiting deliveries, estimated from offsets that include transaction markers. */
class LagEstimateTest {
    @Test
    void whileNothingWasReadEveryOffsetMayBeARecord() {
        assertThat(new LagEstimate(100).before(107)).isEqualTo(7);
    }

    @Test
    void afterTheEndNothingIsUnread() {
        var unread = new LagEstimate(0);
        unread.read(5, 6);
        assertThat(unread.before(6)).isZero();
        assertThat(unread.before(4)).isZero(); // an end that was asked for before the last poll
    }

    @Test
    void readRecordsShowWhatToExpect() {
        var unread = new LagEstimate(0);
        unread.read(30, 40); // ten transactions of three records
        unread.backTo(0);
        assertThat(unread.before(40)).isEqualTo(30);
        assertThat(unread.before(4_000)).isEqualTo(3_000);
    }

    @Test
    void aPollThatOnlyPassedTheEndOfATransactionCounts() {
        var unread = new LagEstimate(0);
        unread.read(1, 1);
        unread.read(0, 2);
        assertThat(unread.before(4)).isEqualTo(1);
    }

    @Test
    void readsOfLongAgoAreForgotten() {
        var unread = new LagEstimate(0);
        long position = 0;
        while (position < 20_000) {
            position += 2;
            unread.read(1, position);
        }
        while (position < 100_000) {
            position += 500;
            unread.read(500, position);
        }
        assertThat(unread.before(position + 1_000)).isBetween(991L, 1_000L);
    }
}
