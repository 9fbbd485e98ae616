package io.tidings.contract.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MovedRangesTest {
    private static final MovedRanges TWO =
            MovedRanges.NONE.plus(new MovedRange(10, 20)).plus(new MovedRange(30, 40));

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
        assertThat(TWO.plus(new MovedRange(40, 45)).list())
                .containsExactly(new MovedRange(10, 20), new MovedRange(30, 45));
        assertThat(TWO.end()).isEqualTo(40);
        assertThat(MovedRanges.NONE.end()).isZero();
    }

    @Test
    void rangesBelowTheCommitAreDropped() {
        assertThat(TWO.notBelow(19)).isSameAs(TWO);
        assertThat(TWO.notBelow(20).list()).containsExactly(new MovedRange(30, 40));
        assertThat(TWO.notBelow(40).isEmpty()).isTrue();
    }

    @Test
    void thereAreNeverMoreThanARecordShouldHold() {
        var full = MovedRanges.NONE;
        for (int i = 0; i < MovedRanges.MOST; i++) {
            assertThat(full.haveRoomFrom(10L * i)).isTrue();
            full = full.plus(new MovedRange(10L * i, 10L * i + 5));
        }
        assertThat(full.haveRoomFrom(full.end() + 1)).isFalse();
        assertThat(full.haveRoomFrom(full.end())).isTrue();
    }

    @Test
    void rangesAscend() {
        assertThatIllegalArgumentException().isThrownBy(() -> TWO.plus(new MovedRange(35, 50)));
        assertThatIllegalArgumentException().isThrownBy(() -> new MovedRange(5, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MovedRanges(List.of(new MovedRange(5, 9), new MovedRange(1, 2))));
    }
}
