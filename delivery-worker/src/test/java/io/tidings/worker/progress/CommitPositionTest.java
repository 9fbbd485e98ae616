package io.tidings.worker.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** A commit below the start of its log: what was lost there is no longer waited for. */
class CommitPositionTest {
    @Test
    void gapsKeepTheirOffsets() {
        var raised = new CommitPosition(100, gaps(5, 6, 20)).raisedTo(110);
        assertThat(raised.offset()).isEqualTo(110);
        assertThat(Gaps.read(raised.gaps())).isEqualTo(bits(10));
    }

    @Test
    void gapsBelowAreForgotten() {
        assertThat(new CommitPosition(100, gaps(5, 6)).raisedTo(200)).isEqualTo(new CommitPosition(200, ""));
    }

    @Test
    void anOffsetThatIsItselfFinishedStaysSo() {
        var raised = new CommitPosition(100, gaps(5, 6, 7)).raisedTo(106);
        assertThat(Gaps.read(raised.gaps())).isEqualTo(bits(0, 1));
        assertThat(new OffsetLedger(raised).started(107)).isFalse();
    }

    @Test
    void withoutGapsOnlyTheOffsetChangesHoweverFar() {
        assertThat(new CommitPosition(0, "").raisedTo(5_000_000_000L))
                .isEqualTo(new CommitPosition(5_000_000_000L, ""));
    }

    private static String gaps(int... finished) {
        return Gaps.write(bits(finished));
    }

    private static BitSet bits(int... set) {
        var bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }
}
