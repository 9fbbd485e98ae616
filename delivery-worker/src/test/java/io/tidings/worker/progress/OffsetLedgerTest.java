package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: a commit passes nothing unfinished, and a new owner skips what was parked. */
class OffsetLedgerTest {
    private static final CommitPosition BEGIN = new CommitPosition(0, "");

    /** B-RECOVER-3: such a record must not be moved. */
    @Test
    void aSuccessorKnowsWhatWasFinishedBeforeItReadsIt() {
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        ledger.started(0);
        ledger.started(1);
        ledger.started(2);
        assertThat(ledger.park(List.of(1L))).containsExactly(1L);
        var successor = new OffsetLedger(ledger.position(), Gaps.MAX_TEXT);
        assertThat(successor.next()).isZero();
        assertThat(successor.finishedBefore(0)).isFalse();
        assertThat(successor.finishedBefore(1)).isTrue();
        assertThat(successor.finishedBefore(2)).isFalse();
        assertThat(successor.finishedBefore(1L << 40)).isFalse();
    }

    /** B-RECOVER-3: a search of a tier may report records that have been committed meanwhile. */
    @Test
    void aRecordThatWasEnteredAndForgottenIsNotOneOfAFormerOwner() {
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        long end = BEGIN.offset() + 100_000;
        for (long offset = BEGIN.offset(); offset < end; offset++) {
            ledger.started(offset);
            ledger.delivered(offset);
        }
        assertThat(ledger.position().offset()).isEqualTo(end);
        assertThat(ledger.finishedBefore(BEGIN.offset())).isFalse();
        assertThat(ledger.finishedBefore(end - 1)).isFalse();
        assertThat(ledger.finishedBefore(end)).isFalse();
    }

    @Test
    void noMoreIsEnteredWhenTheMetadataIsNearlyFullUntilWhatIsBehindHasFinished() {
        var random = seeded(1);
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        long next = BEGIN.offset();
        while (!ledger.crowded()) {
            ledger.started(next++);
            ledger.started(next);
            if (random.nextBoolean()) {
                ledger.delivered(next);
            }
            next++;
            if (next % 32 == 0) {
                ledger.position();
            }
            assertThat(next).as("read before it is full").isLessThan(60_000);
        }
        assertThat(ledger.position().gaps()).as("tells all").hasSizeBetween(Gaps.MAX_TEXT * 3 / 4, Gaps.MAX_TEXT);
        var told = Gaps.read(ledger.position().gaps());
        assertThat(told.cardinality()).isEqualTo((int) (next - BEGIN.offset()) - ledger.open());

        var successor = new OffsetLedger(ledger.position(), Gaps.MAX_TEXT);
        successor.position();
        assertThat(successor.crowded()).as("reads up to the last gap").isFalse();

        for (long offset = BEGIN.offset(); offset < next; offset++) {
            ledger.delivered(offset);
        }
        ledger.position();
        assertThat(ledger.crowded()).isFalse();
    }

    @Test
    void commitsUpToTheLowestUnfinishedRecord() {
        var ledger = new OffsetLedger(new CommitPosition(10, ""), Gaps.MAX_TEXT);
        start(ledger, 10, 11, 12);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10, ""));
        ledger.delivered(10);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(11, ""));
        ledger.delivered(12);
        assertThat(ledger.low()).isEqualTo(11);
        assertThat(ledger.position().gaps()).isNotEmpty();
        ledger.delivered(11);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(13, ""));
        assertThat(ledger.open()).isZero();
    }

    @Test
    void aNewOwnerSkipsWhatTheGapsSay() {
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        start(ledger, 0, 1, 2, 3);
        ledger.delivered(1);
        assertThat(ledger.park(List.of(3L))).containsExactly(3L);
        var next = new OffsetLedger(ledger.position(), Gaps.MAX_TEXT);
        assertThat(next.started(0)).isTrue();
        assertThat(next.started(1)).isFalse();
        assertThat(next.started(2)).isTrue();
        assertThat(next.started(3)).isFalse();
    }

    /** Batches of eight that fail take far more characters where they do not begin with a byte of the bitmap. */
    @RepeatedTest(8)
    void parkedOffsetsAreInTheMetadataWhereverTheLowEndMoves(RepetitionInfo run) {
        int moves = run.getCurrentRepetition();
        var random = seeded(moves);
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        LongStream.range(0, 400_000).forEach(ledger::started);
        var parked = new TreeSet<Long>();
        for (long batch = 8; batch < 400_000; batch += 8) {
            if (random.nextBoolean()) {
                LongStream.range(batch, batch + 8).forEach(parked::add);
            }
        }
        parked = new TreeSet<>(ledger.park(List.copyOf(parked)));
        assertThat(ledger.position().gaps()).as("full").hasSizeGreaterThan(Gaps.MAX_TEXT - 100);

        LongStream.range(0, moves).forEach(ledger::delivered);
        var position = ledger.position();
        assertThat(position.gaps()).hasSizeLessThanOrEqualTo(Gaps.MAX_TEXT);
        assertThat(position.offset()).isBetween(0L, (long) moves);
        assertThat(new TreeSet<>(finished(position)).containsAll(parked)).isTrue();
    }

    @Test
    void offsetsTheLogSkipsNeedNoCare() {
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        start(ledger, 0, 5, 9);
        ledger.delivered(0);
        assertThat(ledger.low()).isEqualTo(5);
        ledger.delivered(5);
        ledger.delivered(9);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10, ""));
    }

    @Test
    void neverCommitsBeyondWhatItHasRead() {
        // What is committed is purged: a reader that is still before it would find no record at its position.
        var former = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        start(former, 0, 1, 2, 3);
        former.delivered(1);
        former.delivered(2);
        former.delivered(3);
        var ledger = new OffsetLedger(former.position(), Gaps.MAX_TEXT);
        start(ledger, 0);
        ledger.delivered(0);
        assertThat(ledger.position().offset()).isEqualTo(1);
        assertThat(ledger.started(1)).isFalse();
        assertThat(ledger.started(2)).isFalse();
        assertThat(ledger.started(3)).isFalse();
        assertThat(ledger.position()).isEqualTo(new CommitPosition(4, ""));
    }

    @Test
    void recordsComeInOrder() {
        var ledger = new OffsetLedger(new CommitPosition(7, ""), Gaps.MAX_TEXT);
        assertThatThrownBy(() -> ledger.started(6)).hasMessage("offset 6 is below 7");
        start(ledger, 8);
        assertThatThrownBy(() -> ledger.started(8)).hasMessage("offset 8 is below 9");
    }

    @Test
    void deliveredGapsAreCutBeforeParkedOnes() {
        var ledger = new OffsetLedger(BEGIN, 12);
        for (long offset = 0; offset < 200; offset++) {
            ledger.started(offset);
        }
        for (long offset = 1; offset < 199; offset += 7) {
            ledger.delivered(offset);
        }
        assertThat(ledger.park(List.of(199L))).containsExactly(199L);
        assertThat(ledger.position().gaps()).hasSizeLessThanOrEqualTo(12);
        assertThat(Gaps.read(ledger.position().gaps()).get(199)).isTrue();
    }

    @Test
    void aParkThatDoesNotFitIsHeldAndTakenWhenTheCommitHasMoved() {
        var ledger = new OffsetLedger(BEGIN, 12);
        for (long offset = 0; offset < 1000; offset++) {
            ledger.started(offset);
        }
        var wanted = new ArrayList<Long>();
        for (long offset = 1; offset < 1000; offset += 97) {
            wanted.add(offset);
        }
        assertThat(ledger.fits(wanted)).isFalse();
        var taken = ledger.park(wanted);
        assertThat(taken).isNotEmpty().hasSizeLessThan(wanted.size());
        var held = new ArrayList<>(wanted.subList(taken.size(), wanted.size()));
        assertThat(ledger.low()).isZero();
        for (long offset = 0; offset < 1000; offset++) {
            if (!wanted.contains(offset)) {
                ledger.delivered(offset);
            }
        }
        assertThat(ledger.low()).isEqualTo(held.getFirst());
        assertThat(ledger.fits(held)).isTrue();
        assertThat(ledger.park(held)).isEqualTo(held);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(1000, ""));
    }

    @Test
    void aLongWayIsCountedRight() {
        var ledger = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        long far = 5_000_000_000L;
        for (long offset = 0; offset < 100_000; offset++) {
            ledger.started(offset);
            ledger.delivered(offset);
            if (offset % 1000 == 0) {
                assertThat(ledger.position()).isEqualTo(new CommitPosition(offset + 1, ""));
            }
        }
        var beyond = new OffsetLedger(new CommitPosition(far, ""), Gaps.MAX_TEXT);
        start(beyond, far);
        assertThat(beyond.position()).isEqualTo(new CommitPosition(far, ""));
    }

    @Test
    void forgettingOffsetsBelowTheCommitChangesNothingAboveIt() {
        var ledger = new OffsetLedger(new CommitPosition(5, ""), Gaps.MAX_TEXT);
        for (long offset = 5; offset < 10_000; offset++) {
            assertThat(ledger.started(offset)).isTrue();
        }
        ledger.park(List.of(9_200L, 9_700L));
        for (long offset = 5; offset < 10_000; offset++) {
            if (offset != 9_000 && offset != 9_500) {
                ledger.delivered(offset);
            }
        }
        assertThat(ledger.open()).isEqualTo(2);
        var position = ledger.position();
        assertThat(position.offset()).isEqualTo(9_000);
        assertThat(finished(position)).hasSize(998).doesNotContain(9_000L, 9_500L);
        start(ledger, 10_000);
        ledger.delivered(9_000);
        assertThat(ledger.open()).isEqualTo(2);
        assertThat(ledger.position().offset()).isEqualTo(9_500);
        assertThat(finished(ledger.position())).hasSize(499).doesNotContain(10_000L);
        ledger.delivered(9_500);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10_000, ""));
        assertThat(ledger.park(List.of(10_000L))).containsExactly(10_000L);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10_001, ""));
    }

    @Test
    void ofDeliveredGapsAsManyAreRememberedAsFit() {
        var ledger = new OffsetLedger(BEGIN, 40);
        var every = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        for (long offset = 0; offset < 1_000; offset++) {
            start(ledger, offset);
            start(every, offset);
        }
        for (long offset = 1; offset < 1_000; offset += 2) {
            ledger.delivered(offset);
            every.delivered(offset);
        }
        var remembered = ledger.position().gaps();
        assertThat(remembered).hasSize(40); // 30 bytes: one for the form, 29 with four finished offsets each
        assertThat(Gaps.read(remembered).cardinality()).isEqualTo(29 * 4);
        assertThat(finished(ledger.position())).isSubsetOf(finished(every.position()));
        var exactly = new OffsetLedger(new CommitPosition(0, remembered), 40);
        assertThat(exactly.position()).isEqualTo(new CommitPosition(0, remembered));
    }

    @Test
    void aRecordThatFitsToTheCharacterIsParked() {
        var offsets = List.of(1L, 3L, 5L);
        var free = new OffsetLedger(BEGIN, Gaps.MAX_TEXT);
        start(free, 0, 1, 2, 3, 4, 5);
        free.park(offsets);
        int needed = free.position().gaps().length();
        var tight = new OffsetLedger(BEGIN, needed);
        start(tight, 0, 1, 2, 3, 4, 5);
        assertThat(tight.park(offsets)).isEqualTo(offsets);
        assertThat(tight.position()).isEqualTo(free.position());
    }

    private static List<Long> finished(CommitPosition position) {
        return Gaps.read(position.gaps()).stream()
                .mapToObj(distance -> position.offset() + distance)
                .toList();
    }

    private static void start(OffsetLedger ledger, long... offsets) {
        for (long offset : offsets) {
            assertThat(ledger.started(offset)).isTrue();
        }
    }
}
