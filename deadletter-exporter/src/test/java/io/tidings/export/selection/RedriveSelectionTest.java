package io.tidings.export.selection;

import static io.tidings.export.selection.RedriveExamples.NOON;
import static io.tidings.export.selection.RedriveExamples.UID;
import static io.tidings.export.selection.RedriveExamples.everything;
import static io.tidings.export.selection.RedriveExamples.letter;
import static io.tidings.export.selection.RedriveExamples.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which dead letters a redrive is about, and how that is kept. */
class RedriveSelectionTest {
    private static final Set<DeadLetterReason> REFUSED = Set.of(DeadLetterReason.BAD_REQUEST);

    @Test
    void theFirstMomentIsIncludedAndTheLastIsNot() {
        var selection = new RedriveSelection(UID, NOON, NOON.plusSeconds(1), Set.of(), false, false);

        assertThat(selection.selects(at(NOON.minusMillis(1)))).isFalse();
        assertThat(selection.selects(at(NOON))).isTrue();
        assertThat(selection.selects(at(NOON.plusMillis(999)))).isTrue();
        assertThat(selection.selects(at(NOON.plusSeconds(1)))).isFalse();
    }

    @Test
    void withoutAReasonAnyWillDo() {
        var refused = letter(1, NOON, UID, DeadLetterReason.BAD_REQUEST);
        var exhausted = letter(2, NOON, UID, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
        var some = new RedriveSelection(UID, Instant.EPOCH, NOON.plusSeconds(1), REFUSED, false, false);

        assertThat(everything().selects(refused)).isTrue();
        assertThat(everything().selects(exhausted)).isTrue();
        assertThat(some.selects(refused)).isTrue();
        assertThat(some.selects(exhausted)).isFalse();
    }

    @Test
    void redrivenAndFormerLettersMustBeRequested() {
        var former = letter(1, NOON, "u0", DeadLetterReason.BAD_REQUEST);
        var all = new RedriveSelection(UID, Instant.EPOCH, NOON.plusSeconds(1), Set.of(), true, true);

        assertThat(everything().selects(former)).isFalse();
        assertThat(everything().selects(redriven(2))).isFalse();
        assertThat(all.selects(former)).isTrue();
        assertThat(all.selects(redriven(2))).isTrue();
    }

    @Test
    void itIsReadAsTheCommandWroteIt() {
        var reasons = new HashSet<>(DeadLetterReason.USUAL);
        reasons.add(DeadLetterReason.ofStatus(409));
        reasons.add(DeadLetterReason.ofStatus(418));
        var some = new RedriveSelection("any ; uid=x", NOON, NOON.plusNanos(1), reasons, true, true);

        var words = reasons.stream().map(DeadLetterReason::wireName).sorted().collect(Collectors.joining(","));

        assertThat(RedriveSelection.parse("from=2026-11-21T12:00:00Z to=2026-11-21T12:00:00.000000001Z reasons=" + words
                        + " again=true former=true uid=any ; uid=x"))
                .contains(some);
        assertThat(RedriveSelection.parse(
                        "from=1970-01-01T00:00:00Z to=2026-11-21T12:01:00Z reasons= again=false former=false uid=u1"))
                .contains(everything());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "from=1970-01-01T00:00:00Z",
                "from=x to=2026-11-21T12:01:00Z reasons= again=false former=false uid=u1",
                "from=1970-01-01T00:00:00Z to=2026-11-21T12:01:00Z reasons=BadLuck again=false former=false uid=u1",
                "from=2026-11-21T12:01:00Z to=2026-11-21T12:01:00Z reasons= again=false former=false uid=u1"
            })
    void anotherTextIsEmpty(String text) {
        assertThat(RedriveSelection.parse(text)).isEmpty();
    }

    private static RedriveCandidate at(Instant since) {
        return letter(1, since, UID, DeadLetterReason.BAD_REQUEST);
    }
}
