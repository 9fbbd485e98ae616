package io.tidings.benchmark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.report.JsonReport;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.Percentiles;
import org.jspecify.annotations.Nullable;

/** A report for programs. */
public final class BenchmarkJsonReport {
    private BenchmarkJsonReport() {}

    public static ObjectNode of(Report report) {
        var json = JsonReport.object();
        JsonReport.putAll(json.putObject("run"), report.circumstances());
        var rows = json.putArray("rows");
        report.rows().forEach(row -> rows.add(of(report, row)));
        var aims = json.putArray("aims");
        Targets.of(report).forEach(target -> put(aims, "aim", target));
        return json;
    }

    private static void put(ArrayNode targets, String name, Target target) {
        var json = targets.addObject().put(name, target.what()).put("wanted", target.wanted());
        target.measured().ifPresent(value -> json.put("measured", value));
        json.put("verdict", target.verdict());
    }

    private static ObjectNode of(Report report, ResultRow row) {
        var interval = row.interval();
        var json = JsonReport.object();
        json.put("id", row.id());
        json.put("title", row.title());
        json.put("events", interval.events());
        json.put("seconds", MeasuredInterval.seconds(interval.took()));
        json.put("perSecond", interval.perSecond());
        report.ratio(row).ifPresent(ratio -> json.put("ofLimit", ratio));
        json.put("lost", row.arrivals().lost());
        json.put("twice", row.arrivals().twice());
        put(json, "latencyMillis", row.findings().latency());
        put(json, "latenessMillis", row.findings().lateness());
        if (!row.findings().figures().isEmpty()) {
            var figures = json.putObject("figures");
            row.findings().figures().forEach(figures::put);
        }
        if (!row.findings().promises().isEmpty()) {
            var promises = json.putArray("promises");
            row.findings().promises().forEach(promise -> put(promises, "promise", promise));
        }
        json.put("processorsElsewhere", interval.processorsElsewhere());
        json.put("disturbed", row.disturbed());
        var processes = json.putArray("processes");
        for (var cost : interval.costs()) {
            var process = processes.addObject();
            process.put("name", cost.process());
            process.put("cpuSecondsPerThousand", interval.cpuPerThousand(cost));
            process.put("contextSwitches", cost.contextSwitches());
            process.put("peakMegabytes", cost.peakMegabytes());
            var threads = process.putObject("threadsCpuSecondsPerThousand");
            cost.busiestThreads(Integer.MAX_VALUE)
                    .forEach(thread -> threads.put(thread.getKey(), interval.perThousand(thread.getValue())));
        }
        JsonReport.putAll(json.putObject("settings"), row.settings());
        return json;
    }

    private static void put(ObjectNode json, String name, @Nullable Percentiles percentiles) {
        if (percentiles != null) {
            json.putObject(name)
                    .put("count", percentiles.count())
                    .put("p50", Percentiles.millis(percentiles.p50()))
                    .put("p90", Percentiles.millis(percentiles.p90()))
                    .put("p99", Percentiles.millis(percentiles.p99()))
                    .put("max", Percentiles.millis(percentiles.max()));
        }
    }
}
