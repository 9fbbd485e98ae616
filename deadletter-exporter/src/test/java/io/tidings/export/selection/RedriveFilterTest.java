package io.tidings.export.selection;

import static io.tidings.export.selection.RedriveExamples.NOON;
import static io.tidings.export.selection.RedriveExamples.UID;
import static io.tidings.export.selection.RedriveExamples.copy;
import static io.tidings.export.selection.RedriveExamples.everything;
import static io.tidings.export.selection.RedriveExamples.letter;
import static io.tidings.export.selection.RedriveExamples.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A dead letter is brought back once, whatever was redriven before and wherever that stopped. */
class RedriveFilterTest {
    @Test
    void lettersThatAnEarlierRedrivePassedAreSkippedAndTheOthersTaken() {
        var filter = new RedriveFilter(everything(), List.of(new PastRedrive(everything(), Map.of(0, 5L))));

        assertThat(filter.decide(letter(4))).isEqualTo(new Skipped(SkipReason.TAKEN_EARLIER));
        assertThat(filter.decide(letter(5))).isEqualTo(new Taken());
    }

    @Test
    void lettersThatAnEarlierRedrivePassedButDidNotSelectAreTaken() {
        var refused = new RedriveSelection(
                UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(DeadLetterReason.BAD_REQUEST), false, false);
        var filter = new RedriveFilter(everything(), List.of(new PastRedrive(refused, Map.of(0, 100L))));

        assertThat(filter.decide(letter(4))).isEqualTo(new Taken());
        assertThat(filter.decide(letter(4, NOON, UID, DeadLetterReason.BAD_REQUEST)))
                .isEqualTo(new Skipped(SkipReason.TAKEN_EARLIER));
    }

    @Test
    void lettersGivenUpAgainAreSkippedUnlessRequested() {
        var all = new RedriveSelection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), true, false);

        assertThat(new RedriveFilter(everything(), List.of()).decide(redriven(7)))
                .isEqualTo(new Skipped(SkipReason.REDRIVEN));
        assertThat(new RedriveFilter(all, List.of()).decide(redriven(7))).isEqualTo(new Taken());
        assertThat(new RedriveFilter(all, List.of(new PastRedrive(everything(), Map.of(0, 100L)))).decide(redriven(7)))
                .isEqualTo(new Taken());
        assertThat(new RedriveFilter(all, List.of(new PastRedrive(all, Map.of(0, 100L)))).decide(redriven(7)))
                .isEqualTo(new Skipped(SkipReason.TAKEN_EARLIER));
    }

    @Test
    void lettersOfAnEarlierSubscriptionAreSkippedUnlessRequested() {
        var former = letter(1, NOON, "u0", DeadLetterReason.BAD_REQUEST);
        var all = new RedriveSelection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), false, true);

        assertThat(new RedriveFilter(everything(), List.of()).decide(former)).isEqualTo(new Skipped(SkipReason.FORMER));
        assertThat(new RedriveFilter(all, List.of()).decide(former)).isEqualTo(new Taken());
    }

    @Test
    void optionsThatAreNotSetAreNotShown() {
        var late = letter(1, NOON.plusSeconds(61), UID, DeadLetterReason.BAD_REQUEST);

        assertThat(new RedriveFilter(everything(), List.of()).decide(late)).isEqualTo(new NotSelected());
    }

    @Test
    void oneThatWasAppendedAgainIsTakenOnce() {
        var filter = new RedriveFilter(everything(), List.of());
        filter.observe(0, NOON);

        assertThat(filter.decide(letter(1))).isEqualTo(new Taken());
        assertThat(filter.decide(copy(2, letter(1)))).isEqualTo(new Skipped(SkipReason.COPY));
    }

    @Test
    void oneWhoseFirstRecordIsGoneIsTakenOnceToo() {
        var filter = new RedriveFilter(everything(), List.of());
        filter.observe(0, NOON.plusSeconds(1));
        filter.observe(0, NOON);

        assertThat(filter.decide(copy(2, letter(1)))).isEqualTo(new Taken());
        assertThat(filter.decide(copy(3, letter(1)))).isEqualTo(new Skipped(SkipReason.COPY));
        assertThat(filter.decide(copy(4, letter(9)))).isEqualTo(new Taken());
    }

    @RepeatedTest(100)
    void everyLetterIsTakenOnceHoweverOftenTheRedriveIsStopped(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var reasons = DeadLetterReason.USUAL;
        var letters = new ArrayList<RedriveCandidate>();
        for (int i = 0; i < 40; i++) {
            letters.add(
                    letter(i, NOON.plusSeconds(random.nextInt(30)), UID, reasons.get(random.nextInt(reasons.size()))));
        }
        var taken = new ArrayList<RedriveCandidate>();
        var earlier = new ArrayList<PastRedrive>();
        for (int i = 0; i < 8; i++) {
            boolean last = i == 7;
            var selection = last
                    ? everything()
                    : new RedriveSelection(
                            UID,
                            NOON.plusSeconds(random.nextInt(15)),
                            NOON.plusSeconds(15 + random.nextInt(15)),
                            Set.of(reasons.get(random.nextInt(reasons.size()))),
                            false,
                            false);
            long stopped = last ? 40 : random.nextInt(41);
            var filter = new RedriveFilter(selection, earlier);
            letters.stream()
                    .filter(candidate -> candidate.offset() < stopped && filter.decide(candidate) instanceof Taken)
                    .forEach(taken::add);
            earlier.add(new PastRedrive(selection, Map.of(0, stopped)));
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(letters);
    }
}
