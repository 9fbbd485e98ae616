package io.tidings.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.Percentiles;
import io.tidings.testbed.report.ProcessCost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The table and the JSON say what was measured. */
class ReportTest {
    private static final ResultRow LIMIT = row("client", 200_000, Duration.ofSeconds(5), Duration.ofSeconds(6), 0, 0);
    private static final ResultRow WORKER =
            row("worker-1", 200_000, Duration.ofSeconds(8), Duration.ofSeconds(10), 1, 2);

    private static final Target KEPT = Target.atLeast(0.9, "", "it drains", 0.9);
    private static final Target BROKEN = Target.atMost(20, "s", "the slowest response", 21);

    @Test
    void figuresAreThoseOfTheInterval() {
        assertThat(LIMIT.interval().perSecond()).isEqualTo(40_000);
        assertThat(LIMIT.interval().cpuPerThousand(LIMIT.cost())).isCloseTo(0.03, within(1e-9));
    }

    @Test
    void aRowIsComparedWithTheLimitOfTheSameRun() {
        assertThat(report(LIMIT, WORKER).ratio(WORKER)).hasValue(0.625);
        assertThat(report(WORKER).ratio(WORKER)).isEmpty();
    }

    @Test
    void theLimitIsTheBestOfItsRows() {
        var disturbed = row("client", 200_000, Duration.ofSeconds(10), Duration.ofSeconds(6), 0, 0);

        assertThat(report(disturbed, WORKER, LIMIT).ratio(WORKER)).hasValue(0.625);
    }

    @Test
    void aRowThatOtherLoadDisturbedIsMarked() {
        var disturbed = new MeasuredInterval(
                10, Duration.ofSeconds(10), LIMIT.interval().costs(), Duration.ofSeconds(3));

        assertThat(new ResultRow("x", "x", disturbed, DeliveryErrors.ALL_ONCE, Measurements.atFullSpeed(), Map.of())
                        .disturbed())
                .isTrue();
        assertThat(WORKER.disturbed()).isFalse();
    }

    @Test
    void theTableShowsRatesRatiosCostsLossesAndSettings() {
        var table = new Table(report(LIMIT, WORKER)).toString();

        assertThat(table)
                .containsPattern("title of worker-1 +25,000 +0.63 +0.0500 +123 +– +– +– +– +1 +2 +0.1 processors\n");
        assertThat(table)
                .contains("sink 0.0050")
                .contains(" loop 0.0500\n")
                .contains("endpoint.allow.http = true")
                .contains("machine = small");
    }

    @Test
    void theJsonHoldsTheSame() {
        var row = BenchmarkJsonReport.of(report(LIMIT, WORKER)).path("rows").path(1);

        assertThat(row.path("perSecond").asDouble()).isEqualTo(25_000);
        assertThat(row.path("ofLimit").asDouble()).isEqualTo(0.625);
        assertThat(row.path("processes").path(0).path("cpuSecondsPerThousand").asDouble())
                .isCloseTo(0.05, within(1e-9));
        assertThat(row.path("lost").asLong()).isEqualTo(1);
        assertThat(row.path("twice").asLong()).isEqualTo(2);
        assertThat(row.path("settings").path("endpoint.allow.http").asText()).isEqualTo("true");
    }

    @Test
    void latenciesLatenessAndFiguresAreShown() {
        var report = report(LIMIT, paced());

        assertThat(new Table(report).toString())
                .containsPattern("at a pace +50 +– +0.0100 +123 +1.0 +2.0 +12 +1,000 +0")
                .contains("lateness of 7 retries p50 1.0")
                .contains("drained after, s: 3.50");
        var row = BenchmarkJsonReport.of(report).path("rows").path(1);
        assertThat(row.has("ofLimit")).isFalse();
        assertThat(row.path("latencyMillis").path("p99").asDouble()).isEqualTo(12);
        assertThat(row.path("figures").path("drained after, s").asDouble()).isEqualTo(3.5);
    }

    @Test
    void settingsThatRowsShareAreShownOnce() {
        assertThat(new Table(report(LIMIT, WORKER)).toString())
                .containsOnlyOnce("endpoint.allow.http")
                .contains("title of client; title of worker-1");
    }

    @Test
    void anAimIsMetMissedOrNotMeasured() {
        var table = new Table(report(LIMIT, WORKER, paced())).toString();

        assertThat(table)
                .containsPattern("missed +worker alone ÷ HttpClient 5 async alone +0.63, wanted at least 0.70")
                .containsPattern("met +publish → endpoint at 500/s, p99 +12.00 ms, wanted at most 35.00 ms")
                .containsPattern("not measured +whole pipeline, 1 subscription +–");
        assertThat(BenchmarkJsonReport.of(report(LIMIT, WORKER))
                        .path("aims")
                        .path(0)
                        .path("verdict")
                        .asText())
                .isEqualTo("missed");
    }

    @Test
    void aPromiseThatIsBrokenOrNotMeasuredMakesARowBad() {
        assertThat(promising().good()).isTrue();
        assertThat(promising(KEPT).good()).isTrue();
        assertThat(promising(KEPT, BROKEN).good()).isFalse();
        assertThat(promising(new Target("it ends", "s", true, 60, OptionalDouble.empty()))
                        .good())
                .isFalse();
        assertThat(WORKER.good()).isFalse();
    }

    @Test
    void boundsBelongToWhatIsGood() {
        assertThat(Target.atMost(48, "MB", "it grows", 48).met()).isTrue();
        assertThat(Target.atMost(48, "MB", "it grows", 48.1).met()).isFalse();
        assertThat(Target.atLeast(0.9, "", "it drains", 0.89).met()).isFalse();
    }

    @Test
    void promisesAreShownWithTheirRow() {
        var report = report(promising(KEPT, BROKEN));

        assertThat(new Table(report).toString())
                .contains("Promises of title of overload:")
                .containsPattern("met +it drains +0.90, wanted at least 0.90")
                .containsPattern("missed +the slowest response +21.00 s, wanted at most 20.00 s");
        var promises = BenchmarkJsonReport.of(report).path("rows").path(0).path("promises");
        assertThat(promises.findValuesAsText("promise")).containsExactly("it drains", "the slowest response");
        assertThat(promises.findValuesAsText("verdict")).containsExactly("met", "missed");
    }

    private static ResultRow promising(Target... promises) {
        return new ResultRow(
                "overload",
                "title of overload",
                LIMIT.interval(),
                DeliveryErrors.ALL_ONCE,
                Measurements.atGivenPace().promising(promises),
                Map.of());
    }

    @Test
    void thePlotHasABarForEachRow() {
        var plot = new Plot(report(LIMIT, WORKER, paced())).toString();

        assertThat(plot).startsWith("<svg").contains("title of worker-1", "25,000", "at a pace", "12.0");
        assertThat(plot.split("<rect", -1)).hasSize(1 + 1 + 2 + 3 + 1);
    }

    private static ResultRow paced() {
        var millis = new Percentiles(
                7, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(12), Duration.ofSeconds(1));
        var cost = new ProcessCost("worker", Duration.ofMillis(5), Map.of(), 2_000, 123);
        return new ResultRow(
                "steady-500",
                "at a pace",
                new MeasuredInterval(500, Duration.ofSeconds(10), List.of(cost), Duration.ZERO),
                DeliveryErrors.ALL_ONCE,
                Measurements.atGivenPace()
                        .withLatency(millis)
                        .withLateness(millis)
                        .with("drained after, s", 3.5),
                Map.of());
    }

    private static Report report(ResultRow... rows) {
        return new Report(List.of(rows), "client", Map.of("machine", "small"));
    }

    private static ResultRow row(String id, long events, Duration took, Duration cpu, long lost, long twice) {
        var costs = List.of(
                new ProcessCost(id, cpu, Map.of("loop", cpu, "idle", Duration.ZERO), 50_000, 123),
                new ProcessCost("sink", Duration.ofSeconds(1), Map.of(), 0, 80));
        return new ResultRow(
                id,
                "title of " + id,
                new MeasuredInterval(events, took, costs, Duration.ofMillis(500)),
                new DeliveryErrors(lost, twice),
                Measurements.atFullSpeed(),
                Map.of("endpoint.allow.http", "true"));
    }
}
