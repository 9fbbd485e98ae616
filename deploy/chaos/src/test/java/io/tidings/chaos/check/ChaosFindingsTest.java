package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChaosFindingsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final CheckCounts TALLY = new CheckCounts(20, 18, 1, Map.of("TheReason", 1L), 20, 0, 31, 2, 3);
    private static final PromiseViolation LOSS =
            new PromiseViolation(Promise.NOTHING_IS_LOST, "orders", "7", "never matched");

    @Test
    void aReportSaysWhatWasLostAndWhatWasDoneWithWhichSeed() {
        var text = findings(List.of(LOSS)).text();

        assertThat(text).containsPattern("lost +1\\b").contains("BROKEN 1 times", "event 7, subscription orders");
        assertThat(text).containsPattern("ends asked of the API +3\\b");
        assertThat(text).contains("kill -9 of ingest", "2.5 s", "skipped: clock", "seed: 42", "dropped, TheReason");
    }

    @Test
    void programsReadTheSame() {
        var json = findings(List.of(LOSS)).json();

        assertThat(json.path("good").asBoolean()).isFalse();
        assertThat(json.path("lost").asLong()).isOne();
        assertThat(json.path("run").path("seed").asText()).isEqualTo("42");
        assertThat(json.path("broken").path("ONE_CHAIN").asLong()).isZero();
    }

    @Test
    void aCampaignWithoutAnyEventProvesNothing() {
        assertThat(findings(List.of()).good()).isTrue();
        assertThat(new ChaosFindings(Map.of(), 0, 0, Judgement.NOTHING, List.of(), List.of(), Duration.ZERO, Map.of())
                        .good())
                .isFalse();
    }

    private static ChaosFindings findings(List<PromiseViolation> violations) {
        return new ChaosFindings(
                Map.of("seed", "42"),
                10,
                1,
                new Judgement(TALLY, violations),
                List.of(new Disturbance("kill -9 of ingest", Reach.OTHERS, NOON, NOON.plusMillis(2_500))),
                List.of("clock"),
                Duration.ofSeconds(3),
                Map.of("worker-0", 256L));
    }
}
