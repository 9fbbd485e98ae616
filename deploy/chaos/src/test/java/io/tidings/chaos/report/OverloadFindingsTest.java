package io.tidings.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is told of an overload, to people and to programs. */
class OverloadFindingsTest {
    private static final CheckResult KEPT = CheckResult.atLeast("it drains", 0.9, 1.0, "");
    private static final CheckResult BROKEN = CheckResult.never("events that never came", 3);
    private static final HeapSamples CURVE = new HeapSamples("overload", "worker", List.of(50.0, 90.0, 70.0));

    @Test
    void onePromiseThatIsBrokenIsEnough() {
        assertThat(findings(KEPT).good()).isTrue();
        assertThat(findings(KEPT, BROKEN).good()).isFalse();
    }

    @Test
    void whoPromisesNothingProvesNothing() {
        assertThat(findings().good()).isFalse();
    }

    @Test
    void boundsBelongToWhatIsGood() {
        assertThat(CheckResult.atLeast("it drains", 0.9, 0.9, "").kept()).isTrue();
        assertThat(CheckResult.atMost("it grows", 48, 48, "MB").kept()).isTrue();
        assertThat(CheckResult.atLeast("it drains", 0.9, 0.89, "").kept()).isFalse();
        assertThat(CheckResult.atMost("it grows", 48, 48.1, "MB").kept()).isFalse();
    }

    @Test
    void peopleReadEveryCurveAndEveryPromise() {
        assertThat(findings(KEPT, BROKEN).text())
                .containsPattern("overload +worker +50 +70 +90 +3")
                .containsPattern("kept +it drains")
                .containsPattern("BROKEN +events that never came +3")
                .containsPattern("capacity +2,000")
                .contains("heap: 512 MB");
    }

    @Test
    void programsReadTheSame() {
        var json = findings(KEPT, BROKEN).json();

        assertThat(json.path("good").asBoolean()).isFalse();
        assertThat(json.path("promises").path(1).path("found").asText()).isEqualTo("3");
        assertThat(json.path("liveHeaps").path(0).path("megabytes")).hasSize(3);
        assertThat(json.path("figures").path("capacity").asText()).isEqualTo("2,000");
    }

    private static OverloadFindings findings(CheckResult... judged) {
        return new OverloadFindings(
                Map.of("heap", "512 MB"), Map.of("capacity", "2,000"), List.of(CURVE), List.of(judged));
    }
}
