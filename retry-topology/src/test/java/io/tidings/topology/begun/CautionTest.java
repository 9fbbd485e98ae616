package io.tidings.topology.begun;

import static io.tidings.topology.begun.Caution.Step.GO_ON;
import static io.tidings.topology.begun.Caution.Step.NOTE_AND_GO_ON;
import static io.tidings.topology.begun.Caution.Step.REJECT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CautionTest {
    private static final long START = 700;
    private static final long END = 50_000;

    /** What the processes have left in the commit. */
    private List<Begun> note = List.of();

    /** Processes records until it ends with the first of these; returns which are rejected, or null if it ended. */
    private @Nullable List<Long> process(long start, long end, long... deadly) {
        var caution = new Caution(note, start, end);
        var rejected = new ArrayList<Long>();
        for (long offset = start; offset < end; offset++) {
            var step = caution.before(offset);
            if (step == NOTE_AND_GO_ON) {
                note = caution.begun();
            }
            if (step == REJECT) {
                rejected.add(offset);
                continue;
            }
            for (long each : deadly) {
                if (each == offset) {
                    return null;
                }
            }
        }
        return rejected;
    }

    @Test
    void theFirstOffsetIsNotedAloneAndRejectedWhenItWasBegunTwice() {
        assertThat(process(START, END, START)).isNull();
        assertThat(note).containsExactly(new Begun(START, START + 1, 1));
        assertThat(process(START, END, START)).isNull();
        assertThat(note).containsExactly(new Begun(START, START + 1, 2));
        assertThat(process(START, END, START)).containsExactly(START);
    }

    @Test
    void anOffsetFurtherOnIsFoundInItsStretch() {
        long deadly = START + 5000;
        assertThat(process(START, END, deadly)).isNull();
        assertThat(note).singleElement().satisfies(stretch -> {
            assertThat(stretch.has(deadly)).isTrue();
            assertThat(stretch.to() - stretch.from()).isEqualTo(Caution.LONGEST_STRETCH);
        });
        assertThat(process(START, END, deadly)).isNull();
        assertThat(note).startsWith(new Begun(deadly, deadly + 1, 1));
        assertThat(process(START, END, deadly)).isNull();
        assertThat(note).startsWith(new Begun(deadly, deadly + 1, 2));
        assertThat(process(START, END, deadly)).containsExactly(deadly);
    }

    /** Each note is a request to the brokers. */
    @Test
    void fewNotesAreWrittenForManyOffsetsAndNoneWhenAllThatMayHaveBeenInHandIsCommitted() {
        var caution = new Caution(List.of(), START, END);
        int notes = 0;
        for (long offset = START; offset < END; offset++) {
            if (offset % 1000 == 0) {
                caution.committed(offset);
            }
            notes += caution.before(offset) == NOTE_AND_GO_ON ? 1 : 0;
        }
        assertThat(notes).isBetween(100, 170);
        assertThat(caution.over()).isTrue();
    }

    /** Else a process that ends behind them again and again might never get on. */
    @Test
    void careGoesOnBehindTheBoundUntilItIsCommitted() {
        long bound = START + Caution.MOST_OFFSETS;
        var caution = new Caution(List.of(), START, END);
        assertThat(caution.before(bound)).isEqualTo(NOTE_AND_GO_ON);
        caution.committed(bound);
        assertThat(caution.over()).isFalse();
        caution.committed(bound + 1);
        assertThat(caution.over()).isTrue();
        assertThat(caution.before(bound + 1)).isEqualTo(GO_ON);
    }

    /** Whoever commits has nothing in hand. */
    @Test
    void aStretchEndsWithTheCommit() {
        var caution = new Caution(List.of(), START, END);
        assertThat(caution.before(START + 800)).isEqualTo(NOTE_AND_GO_ON);
        assertThat(caution.before(START + 801)).isEqualTo(GO_ON);
        caution.committed(START + 802);
        assertThat(caution.begun()).isEmpty();
        assertThat(caution.before(START + 802)).isEqualTo(NOTE_AND_GO_ON);
    }

    @Test
    void whatWasNotInTheLogWasNotInHand() {
        note = List.of(new Begun(START, START + 90, 1), new Begun(START + 95, START + 96, 1));
        assertThat(new Caution(note, START, START + 5).begun()).containsExactly(new Begun(START, START + 5, 1));
    }

    @Test
    void careIsOverWithTheEndOfTheLog() {
        assertThat(new Caution(List.of(), START, START).over()).isTrue();
        var caution = new Caution(List.of(), START, START + 10);
        assertThat(caution.before(START)).isEqualTo(NOTE_AND_GO_ON);
        caution.committed(START + 9);
        assertThat(caution.over()).isFalse();
        caution.committed(START + 10);
        assertThat(caution.over()).isTrue();
    }

    @Test
    void anOffsetThatEndedAtTheSecondTryIsForgotten() {
        note = List.of(new Begun(START + 3, START + 4, 1));
        var caution = new Caution(note, START, END);
        for (long offset = START; offset < START + 3; offset++) {
            assertThat(caution.before(offset)).isEqualTo(NOTE_AND_GO_ON);
        }
        assertThat(caution.before(START + 3)).isEqualTo(NOTE_AND_GO_ON);
        assertThat(caution.begun()).containsExactly(new Begun(START + 3, START + 4, 2));
        assertThat(caution.before(START + 4)).isEqualTo(NOTE_AND_GO_ON);
        assertThat(caution.begun()).containsExactly(new Begun(START + 4, START + 5, 1));
    }

    /** A changed subscription may make an earlier event end the process. */
    @Test
    void anOffsetBeforeTheOneThatIsSuspectedIsFoundToo() {
        note = List.of(new Begun(START + 500, START + 501, 2));
        long deadly = START + 200;
        assertThat(process(START, END, deadly)).isNull();
        assertThat(note).contains(new Begun(START + 500, START + 501, 2));
        assertThat(process(START, END, deadly)).isNull();
        assertThat(process(START, END, deadly)).isNull();
        assertThat(process(START, END, deadly)).containsExactly(deadly, START + 500);
    }

    @Test
    void whatIsCommittedIsNotSuspectedAnyMore() {
        note = List.of(new Begun(START, START + 1, 2), new Begun(START + 1, START + 90, 1));
        assertThat(new Caution(note, START + 90, END).begun()).isEmpty();
        var caution = new Caution(note, START, END);
        caution.committed(START + 1);
        assertThat(caution.begun()).containsExactly(new Begun(START + 1, START + 90, 1));
    }

    @Test
    void whatIsInterruptedWhileTheProcessGoesOnDoesNotCount() {
        for (var found : List.of(
                List.<Begun>of(),
                List.of(new Begun(START, START + 1, 1)),
                List.of(new Begun(START, START + 90, 1), new Begun(START + 95, START + 96, 1)))) {
            var caution = new Caution(found, START, END);
            for (int times = 0; times < 5; times++) {
                assertThat(caution.before(START)).isEqualTo(NOTE_AND_GO_ON);
                assertThat(caution.before(START)).isEqualTo(GO_ON);
                caution.interrupted();
                assertThat(caution.begun()).isEqualTo(found);
            }
        }
    }

    /** Wherever the commit was: a process ends at most three times for each, and no other offset is rejected. */
    @Test
    void onlyWhatEndsTheProcessIsRejected() {
        var random = new SplittableRandom(42);
        for (int round = 0; round < 200; round++) {
            note = List.of();
            long end = START + 1 + random.nextInt(3000);
            long[] deadly = random.longs(3, START, end).distinct().sorted().toArray();
            int ends = 0;
            var rejected = process(START, end, deadly);
            while (rejected == null) {
                note = BegunNote.read(new BegunNote("p", note).text())
                        .orElseThrow()
                        .begun();
                assertThat(++ends).isLessThanOrEqualTo(3 * deadly.length);
                rejected = process(START, end, deadly);
            }
            assertThat(rejected).containsExactly(Arrays.stream(deadly).boxed().toArray(Long[]::new));
        }
    }
}
