package io.tidings.export.redrive.choice;

import static io.tidings.export.redrive.choice.Letters.NOON;
import static io.tidings.export.redrive.choice.Letters.UID;
import static io.tidings.export.redrive.choice.Letters.copy;
import static io.tidings.export.redrive.choice.Letters.everything;
import static io.tidings.export.redrive.choice.Letters.letter;
import static io.tidings.export.redrive.choice.Letters.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.redrive.choice.Fate.NotAsked;
import io.tidings.export.redrive.choice.Fate.Skipped;
import io.tidings.export.redrive.choice.Fate.Taken;
import io.tidings.export.redrive.choice.Fate.Why;
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
class SieveTest {
    @Test
    void whatAnEarlierRedrivePassedIsLeftAndWhatItDidNotReachIsTaken() {
        var sieve = new Sieve(everything(), List.of(new EarlierRedrive(everything(), Map.of(0, 5L))));

        assertThat(sieve.decide(letter(4))).isEqualTo(new Skipped(Why.TAKEN_EARLIER));
        assertThat(sieve.decide(letter(5))).isEqualTo(new Taken());
    }

    @Test
    void whatAnEarlierRedrivePassedButDidNotAskForIsTaken() {
        var refused = new Selection(
                UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(DeadLetterReason.BAD_REQUEST), false, false);
        var sieve = new Sieve(everything(), List.of(new EarlierRedrive(refused, Map.of(0, 100L))));

        assertThat(sieve.decide(letter(4))).isEqualTo(new Taken());
        assertThat(sieve.decide(letter(4, NOON, UID, DeadLetterReason.BAD_REQUEST)))
                .isEqualTo(new Skipped(Why.TAKEN_EARLIER));
    }

    @Test
    void whatWasGivenUpAgainIsLeftUnlessItIsAskedFor() {
        var all = new Selection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), true, false);

        assertThat(new Sieve(everything(), List.of()).decide(redriven(7))).isEqualTo(new Skipped(Why.REDRIVEN));
        assertThat(new Sieve(all, List.of()).decide(redriven(7))).isEqualTo(new Taken());
        assertThat(new Sieve(all, List.of(new EarlierRedrive(everything(), Map.of(0, 100L)))).decide(redriven(7)))
                .isEqualTo(new Taken());
        assertThat(new Sieve(all, List.of(new EarlierRedrive(all, Map.of(0, 100L)))).decide(redriven(7)))
                .isEqualTo(new Skipped(Why.TAKEN_EARLIER));
    }

    @Test
    void whatIsOfAnEarlierSubscriptionIsLeftUnlessItIsAskedFor() {
        var former = letter(1, NOON, "u0", DeadLetterReason.BAD_REQUEST);
        var all = new Selection(UID, Instant.EPOCH, NOON.plusSeconds(60), Set.of(), false, true);

        assertThat(new Sieve(everything(), List.of()).decide(former)).isEqualTo(new Skipped(Why.FORMER));
        assertThat(new Sieve(all, List.of()).decide(former)).isEqualTo(new Taken());
    }

    @Test
    void whatIsNotAskedForIsNotSpokenOf() {
        var late = letter(1, NOON.plusSeconds(61), UID, DeadLetterReason.BAD_REQUEST);

        assertThat(new Sieve(everything(), List.of()).decide(late)).isEqualTo(new NotAsked());
    }

    @Test
    void oneThatWasAppendedAgainIsTakenOnce() {
        var sieve = new Sieve(everything(), List.of());
        sieve.observe(0, NOON);

        assertThat(sieve.decide(letter(1))).isEqualTo(new Taken());
        assertThat(sieve.decide(copy(2, letter(1)))).isEqualTo(new Skipped(Why.COPY));
    }

    @Test
    void oneWhoseFirstRecordIsGoneIsTakenOnceToo() {
        var sieve = new Sieve(everything(), List.of());
        sieve.observe(0, NOON.plusSeconds(1));
        sieve.observe(0, NOON);

        assertThat(sieve.decide(copy(2, letter(1)))).isEqualTo(new Taken());
        assertThat(sieve.decide(copy(3, letter(1)))).isEqualTo(new Skipped(Why.COPY));
        assertThat(sieve.decide(copy(4, letter(9)))).isEqualTo(new Taken());
    }

    @RepeatedTest(100)
    void howeverOftenItIsStoppedAndWhateverIsAskedForEveryLetterIsTakenOnce(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var reasons = DeadLetterReason.values();
        var letters = new ArrayList<GivenUp>();
        for (int i = 0; i < 40; i++) {
            letters.add(letter(i, NOON.plusSeconds(random.nextInt(30)), UID, reasons[random.nextInt(reasons.length)]));
        }
        var taken = new ArrayList<GivenUp>();
        var earlier = new ArrayList<EarlierRedrive>();
        for (int i = 0; i < 8; i++) {
            boolean last = i == 7;
            var selection = last
                    ? everything()
                    : new Selection(
                            UID,
                            NOON.plusSeconds(random.nextInt(15)),
                            NOON.plusSeconds(15 + random.nextInt(15)),
                            Set.of(reasons[random.nextInt(reasons.length)]),
                            false,
                            false);
            long stopped = last ? 40 : random.nextInt(41);
            var sieve = new Sieve(selection, earlier);
            letters.stream()
                    .filter(letter -> letter.offset() < stopped && sieve.decide(letter) instanceof Taken)
                    .forEach(taken::add);
            earlier.add(new EarlierRedrive(selection, Map.of(0, stopped)));
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(letters);
    }
}
