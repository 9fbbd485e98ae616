package io.tidings.worker.progress;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: a commit passes nothing unfinished, and a new owner skips what had finished. */
class OffsetLedgerTest {
    private static final CommitPosition BEGIN = new CommitPosition(0, "");

    /** B-RECOVER-3: such a record must not be moved. */
    @Test
    void aSuccessorKnowsWhatWasFinishedBeforeItReadsIt() {
        var ledger = new OffsetLedger(BEGIN);
        ledger.started(0);
        ledger.started(1);
        ledger.started(2);
        ledger.finished(1);
        var successor = new OffsetLedger(ledger.position());
        assertThat(successor.next()).isZero();
        assertThat(successor.finishedBefore(0)).isFalse();
        assertThat(successor.finishedBefore(1)).isTrue();
        assertThat(successor.finishedBefore(2)).isFalse();
        assertThat(successor.finishedBefore(1L << 40)).isFalse();
    }

    /** B-RECOVER-3: a search of a tier may report records that have been committed meanwhile. */
    @Test
    void aRecordThatWasEnteredAndForgottenIsNotOneOfAFormerOwner() {
        var ledger = new OffsetLedger(BEGIN);
        long end = BEGIN.offset() + 100_000;
        for (long offset = BEGIN.offset(); offset < end; offset++) {
            ledger.started(offset);
            ledger.finished(offset);
        }
        assertThat(ledger.position().offset()).isEqualTo(end);
        ledger.committed(end);
        assertThat(ledger.finishedBefore(BEGIN.offset())).isFalse();
        assertThat(ledger.finishedBefore(end - 1)).isFalse();
        assertThat(ledger.finishedBefore(end)).isFalse();
    }

    /** #31: the metadata has room for all between the lowest unfinished record and the last that may be entered. */
    @Test
    void noRecordIsEnteredFartherFromTheLowestUnfinishedThanACommitCanTell() {
        var ledger = new OffsetLedger(BEGIN);
        start(ledger, 7);
        assertThat(ledger.roomFor(7 + Gaps.SPAN - 1)).isTrue();
        assertThat(ledger.roomFor(7 + Gaps.SPAN)).isFalse();
        start(ledger, 9, 7 + Gaps.SPAN - 1);
        ledger.finished(7 + Gaps.SPAN - 1);
        assertThat(ledger.roomFor(7 + Gaps.SPAN)).isFalse();
        ledger.finished(7);
        assertThat(ledger.roomFor(7 + Gaps.SPAN)).isTrue();
        assertThat(ledger.roomFor(9 + Gaps.SPAN)).isFalse();
        ledger.finished(9);
        assertThat(ledger.roomFor(1L << 40))
                .as("however many offsets the log skips")
                .isTrue();
    }

    /** #31: the transaction that would have finished it was aborted. */
    @Test
    void aRecordThatIsReopenedHoldsBackTheCommitAgain() {
        var ledger = new OffsetLedger(BEGIN);
        start(ledger, 0, 1, 2);
        ledger.finished(0);
        ledger.finished(1);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(2, ""));
        ledger.reopened(0);
        assertThat(ledger.position().offset()).isZero();
        assertThat(finished(ledger.position())).containsExactly(1L);
        assertThat(ledger.open()).isEqualTo(2);
    }

    /** A rolling change: the former release deflated its gaps, so that they could reach further. */
    @Test
    void wideGapsOfAFormerReleaseAreHeldBackUntilACommitCanTellAllAgain() {
        var random = seeded(1);
        var gaps = new BitSet();
        for (int at = 1; Gaps.write(gaps).length() < Gaps.MAX_TEXT - 4; at += random.nextInt(8, 80)) {
            gaps.set(at, at + random.nextInt(1, 8));
        }
        var ledger = new OffsetLedger(new CommitPosition(0, Gaps.write(gaps)));
        assertThat(ledger.reachesBeyond()).isTrue();
        assertThat(ledger.holdsAllWith(List.of())).isTrue();
        var open =
                LongStream.range(0, Gaps.SPAN).filter(ledger::started).boxed().toList();
        var parks =
                open.stream().filter(each -> each > 0 && random.nextBoolean()).toList();
        assertThat(ledger.holdsAllWith(parks)).isFalse();
        assertThat(ledger.open()).as("nothing has changed").isEqualTo(open.size());
        assertThat(ledger.roomFor(Gaps.SPAN)).isFalse();

        open.forEach(ledger::finished);
        assertThat(ledger.holdsAllWith(List.of())).isTrue();
        assertThat(ledger.position().offset()).isEqualTo(Gaps.SPAN);
        assertThat(finished(ledger.position()))
                .isEqualTo(gaps.stream()
                        .filter(each -> each >= Gaps.SPAN)
                        .mapToObj(each -> (long) each)
                        .toList());
    }

    @Test
    void commitsUpToTheLowestUnfinishedRecord() {
        var ledger = new OffsetLedger(new CommitPosition(10, ""));
        start(ledger, 10, 11, 12);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10, ""));
        ledger.finished(10);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(11, ""));
        ledger.finished(12);
        assertThat(ledger.low()).isEqualTo(11);
        assertThat(ledger.position().gaps()).isNotEmpty();
        ledger.finished(11);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(13, ""));
        assertThat(ledger.open()).isZero();
    }

    @Test
    void aNewOwnerSkipsWhatTheGapsSay() {
        var ledger = new OffsetLedger(BEGIN);
        start(ledger, 0, 1, 2, 3);
        ledger.finished(1);
        ledger.finished(3);
        var next = new OffsetLedger(ledger.position());
        assertThat(next.started(0)).isTrue();
        assertThat(next.started(1)).isFalse();
        assertThat(next.started(2)).isTrue();
        assertThat(next.started(3)).isFalse();
    }

    @Test
    void offsetsTheLogSkipsNeedNoCare() {
        var ledger = new OffsetLedger(BEGIN);
        start(ledger, 0, 5, 9);
        ledger.finished(0);
        assertThat(ledger.low()).isEqualTo(5);
        ledger.finished(5);
        ledger.finished(9);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10, ""));
    }

    @Test
    void neverCommitsBeyondWhatItHasRead() {
        // What is committed is purged: a reader that is still before it would find no record at its position.
        var former = new OffsetLedger(BEGIN);
        start(former, 0, 1, 2, 3);
        former.finished(1);
        former.finished(2);
        former.finished(3);
        var ledger = new OffsetLedger(former.position());
        start(ledger, 0);
        ledger.finished(0);
        assertThat(ledger.position().offset()).isEqualTo(1);
        assertThat(ledger.started(1)).isFalse();
        assertThat(ledger.started(2)).isFalse();
        assertThat(ledger.started(3)).isFalse();
        assertThat(ledger.position()).isEqualTo(new CommitPosition(4, ""));
    }

    @Test
    void recordsComeInOrder() {
        var ledger = new OffsetLedger(new CommitPosition(7, ""));
        assertThatThrownBy(() -> ledger.started(6)).hasMessage("offset 6 is below 7");
        start(ledger, 8);
        assertThatThrownBy(() -> ledger.started(8)).hasMessage("offset 8 is below 9");
    }

    @Test
    void aLongWayIsCountedRight() {
        var ledger = new OffsetLedger(BEGIN);
        long far = 5_000_000_000L;
        for (long offset = 0; offset < 100_000; offset++) {
            ledger.started(offset);
            ledger.finished(offset);
            if (offset % 1000 == 0) {
                assertThat(ledger.position()).isEqualTo(new CommitPosition(offset + 1, ""));
                ledger.committed(offset + 1);
            }
        }
        var beyond = new OffsetLedger(new CommitPosition(far, ""));
        start(beyond, far);
        assertThat(beyond.position()).isEqualTo(new CommitPosition(far, ""));
    }

    @Test
    void forgettingOffsetsBelowTheCommitChangesNothingAboveIt() {
        var ledger = new OffsetLedger(new CommitPosition(5, ""));
        for (long offset = 5; offset < 10_000; offset++) {
            assertThat(ledger.started(offset)).isTrue();
        }
        for (long offset = 5; offset < 10_000; offset++) {
            if (offset != 9_000 && offset != 9_500) {
                ledger.finished(offset);
            }
        }
        assertThat(ledger.open()).isEqualTo(2);
        var position = ledger.position();
        assertThat(position.offset()).isEqualTo(9_000);
        ledger.committed(9_000);
        assertThat(finished(position)).hasSize(998).doesNotContain(9_000L, 9_500L);
        start(ledger, 10_000);
        ledger.finished(9_000);
        assertThat(ledger.open()).isEqualTo(2);
        assertThat(ledger.position().offset()).isEqualTo(9_500);
        assertThat(finished(ledger.position())).hasSize(499).doesNotContain(10_000L);
        ledger.finished(9_500);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10_000, ""));
        ledger.finished(10_000);
        assertThat(ledger.position()).isEqualTo(new CommitPosition(10_001, ""));
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
