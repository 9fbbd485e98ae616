package io.tidings.benchmark.report;

import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The targets of {@code docs/internals/performance.md}, and the rows that measure them. */
public final class Targets {
    /** A figure of rows that are compared with a time without their trouble. */
    static final String P99_RATIO = "p99 with ÷ without";

    /** A figure of the rows {@code recovery-…}. */
    public static final String DRAINED = "drained after, s";

    /** Figures of the row {@code idle}. */
    public static final String IDLE_CPU = "CPU beyond an unused broker, % of a processor";

    public static final String IDLE_SWITCHES = "context switches beyond an unused broker, /s";

    /** Figures of the rows {@code console-…}. */
    public static final String CONSOLE_CPU = "CPU of ingest and topology for the pages, % of a processor";

    private static final List<Function<Report, Target>> ALL = List.of(
            atLeast(0.70, "", "worker alone ÷ HttpClient 5 async alone", Targets::ofLimit),
            atMost(1.35, "", "worker alone ÷ HttpClient 5 async alone, CPU per delivery", Targets::cpuOfLimit),
            atLeast(0.95, "", "worker, 10 subscriptions ÷ 1", ratio(Targets::rate, "worker-10", "worker-1")),
            atLeast(0.95, "", "worker, 1,000 subscriptions ÷ 1", ratio(Targets::rate, "worker-1000", "worker-1")),
            atLeast(0.85, "", "worker ÷ HttpClient 5 async, both over TLS", ratio(Targets::rate, "tls", "tls-client")),
            atMost(
                    0.8,
                    "",
                    "new TLS connections, resumed ÷ in full, CPU per delivery",
                    ratio(Targets::cpu, "tls-new", "tls-new-full")),
            atLeast(20_000, "/s", "whole pipeline, 1 subscription", row("pipeline-1", Targets::rate)),
            atLeast(25_000, "/s", "whole pipeline, 10 subscriptions", row("pipeline-10", Targets::rate)),
            atLeast(100_000, "/s", "batches of 100, events delivered", row("batching-10", Targets::rate)),
            atLeast(
                    0.5,
                    "",
                    "queue, batches of 100 ÷ worker with batches of 100",
                    ratio(Targets::rate, "pull-32x100", "batching-1")),
            atLeast(0.1, "", "queue, batches of 1 ÷ worker", ratio(Targets::rate, "pull-32x1", "worker-1")),
            atMost(30, "ms", "publish → waiting receiver at 50/s, p99", latency("pull-32x1-paced", Percentiles::p99)),
            atMost(15, "ms", "publish → endpoint at 500/s, p50", latency("steady-500", Percentiles::p50)),
            atMost(35, "ms", "publish → endpoint at 500/s, p99", latency("steady-500", Percentiles::p99)),
            atMost(0.2, "s", "worker at 500/s, CPU per 1,000 deliveries", row("steady-500", Targets::cpu)),
            atMost(3, "%", "idle, CPU of one processor beyond an unused broker", figure("idle", IDLE_CPU)),
            atMost(200, "/s", "idle, context switches beyond an unused broker", figure("idle", IDLE_SWITCHES)),
            atMost(1.1, "", "three open pages at 1,000/s, p99 with ÷ without", figure("console-1000", P99_RATIO)),
            atMost(2, "%", "three open pages, CPU of ingest and topology", figure("console-1000", CONSOLE_CPU)),
            neighbours("other", "slow"),
            neighbours("other", "failing"),
            neighbours("other", "hanging"),
            neighbours("same", "slow"),
            neighbours("same", "failing"),
            neighbours("same", "hanging"),
            atMost(100, "ms", "lateness of retries, p99, 100,000 due", lateness("due")),
            atMost(100, "ms", "lateness of retries, p99, 1,000,000 pending", lateness("pending")),
            atMost(256, "MB", "-Xmx of the worker with 1,000,000 pending", figure("pending", "-Xmx, MB")),
            atMost(
                    1.2,
                    "",
                    "live heap with 1,000,000 pending ÷ with none",
                    figure("pending", "live heap, after ÷ before")),
            atMost(
                    0.2,
                    "",
                    "endpoint back after an hour, retry now ÷ schedule, time until all is delivered",
                    Targets::recoveryOfSchedule),
            atMost(
                    1.2,
                    "",
                    "nine beside one that recovers, p99 with ÷ without",
                    figure("recovery-retry-now", P99_RATIO)),
            atMost(
                    1.2,
                    "",
                    "others beside a search of 1,000,000 pending, p99 with ÷ without",
                    figure("recovery-backlog", P99_RATIO)),
            atLeast(0.5, "", "ingest, one event a request ÷ without Kafka", figure("ingest-1", "÷ without Kafka")),
            atLeast(0.35, "", "ingest, 100 events a request ÷ without Kafka", figure("ingest-100", "÷ without Kafka")),
            atMost(1.5, "s", "first delivery after a clean restart", figure("restart", "clean restart, s")),
            atMost(
                    1.5,
                    "s",
                    "first delivery after a clean restart, learned",
                    figure("restart-learned", "clean restart, s")),
            atMost(12, "s", "first delivery after kill -9", figure("restart", "after kill -9, s")));

    private Targets() {}

    static List<Target> of(Report report) {
        return ALL.stream().map(target -> target.apply(report)).toList();
    }

    private static Function<Report, Target> atLeast(
            double bound, String unit, String what, Function<Report, OptionalDouble> figure) {
        return report -> new Target(what, unit, false, bound, figure.apply(report));
    }

    private static Function<Report, Target> atMost(
            double bound, String unit, String what, Function<Report, OptionalDouble> figure) {
        return report -> new Target(what, unit, true, bound, figure.apply(report));
    }

    private static Function<Report, Target> neighbours(String host, String trouble) {
        var id = "neighbours-%s-%s".formatted(host, trouble);
        var what = "nine beside a %s one, %s host and port, p99 with ÷ without".formatted(trouble, host);
        return atMost(1.2, "", what, figure(id, P99_RATIO));
    }

    private static OptionalDouble ofLimit(Report report) {
        return report.row("worker-1").map(report::ratio).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble cpuOfLimit(Report report) {
        return ratio(Targets::cpu, "worker-1", report.limit()).apply(report);
    }

    private static OptionalDouble recoveryOfSchedule(Report report) {
        var schedule = figure("recovery-schedule", DRAINED).apply(report);
        var retryNow = figure("recovery-retry-now", DRAINED).apply(report);
        return schedule.isPresent() && retryNow.isPresent()
                ? OptionalDouble.of(retryNow.getAsDouble() / schedule.getAsDouble())
                : OptionalDouble.empty();
    }

    private static Function<Report, OptionalDouble> row(String id, ToDoubleFunction<ResultRow> figure) {
        return report -> report.row(id).stream().mapToDouble(figure).findFirst();
    }

    private static Function<Report, OptionalDouble> figure(String id, String name) {
        return report -> report.row(id).stream()
                .flatMap(row -> Stream.ofNullable(row.findings().figures().get(name)))
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    private static Function<Report, OptionalDouble> ratio(
            ToDoubleFunction<ResultRow> figure, String id, String comparedWith) {
        return report -> report.row(comparedWith).stream()
                .flatMap(other ->
                        report.row(id).stream().map(row -> figure.applyAsDouble(row) / figure.applyAsDouble(other)))
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    private static Function<Report, OptionalDouble> latency(String id, Function<Percentiles, Duration> which) {
        return report -> millis(report.row(id).map(row -> row.findings().latency()), which);
    }

    private static Function<Report, OptionalDouble> lateness(String id) {
        return report -> millis(report.row(id).map(row -> row.findings().lateness()), Percentiles::p99);
    }

    private static OptionalDouble millis(Optional<Percentiles> found, Function<Percentiles, Duration> which) {
        return found.stream().map(which).mapToDouble(Percentiles::millis).findFirst();
    }

    private static double rate(ResultRow row) {
        return row.interval().perSecond();
    }

    private static double cpu(ResultRow row) {
        return row.interval().cpuPerThousand(row.cost());
    }
}
