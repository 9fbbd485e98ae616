package io.tidings.contract.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class OffsetRangesTest {
    private static final OffsetRanges TWO =
            OffsetRanges.NONE.plus(new OffsetRange(10, 20)).plus(new OffsetRange(30, 40));

    @Test
    void aRangeEndsBeforeItsLastOffset() {
        assertThat(TWO.contain(9)).isFalse();
        assertThat(TWO.contain(10)).isTrue();
        assertThat(TWO.contain(19)).isTrue();
        assertThat(TWO.contain(20)).isFalse();
        assertThat(TWO.contain(35)).isTrue();
    }

    @Test
    void rangesThatTouchAreMerged() {
        assertThat(TWO.plus(new OffsetRange(40, 45)).list())
                .containsExactly(new OffsetRange(10, 20), new OffsetRange(30, 45));
        assertThat(TWO.end()).isEqualTo(40);
        assertThat(OffsetRanges.NONE.end()).isZero();
    }

    @Test
    void rangesBelowTheCommitAreDropped() {
        assertThat(TWO.notBelow(19)).isSameAs(TWO);
        assertThat(TWO.notBelow(20).list()).containsExactly(new OffsetRange(30, 40));
        assertThat(TWO.notBelow(40).isEmpty()).isTrue();
    }

    @Test
    void thereAreNeverMoreThanARecordShouldHold() {
        var full = OffsetRanges.NONE;
        for (int i = 0; i < OffsetRanges.MOST; i++) {
            assertThat(full.haveRoomFrom(10L * i)).isTrue();
            full = full.plus(new OffsetRange(10L * i, 10L * i + 5));
        }
        assertThat(full.haveRoomFrom(full.end() + 1)).isFalse();
        assertThat(full.haveRoomFrom(full.end())).isTrue();
    }

    @Test
    void rangesAscend() {
        assertThatIllegalArgumentException().isThrownBy(() -> TWO.plus(new OffsetRange(35, 50)));
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetRange(5, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OffsetRanges(List.of(new OffsetRange(5, 9), new OffsetRange(1, 2))));
    }
}
