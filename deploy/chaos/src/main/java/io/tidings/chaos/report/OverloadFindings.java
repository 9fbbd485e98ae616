package io.tidings.chaos.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.report.Findings;
import io.tidings.testbed.report.JsonReport;
import io.tidings.testbed.report.TextReport;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an overload has shown.
 *
 * @param circumstances of the run
 * @param figures what was measured and is not judged, in the order of the run
 * @param curves of every service in every phase
 */
public record OverloadFindings(
        Map<String, String> circumstances,
        Map<String, String> figures,
        List<HeapSamples> curves,
        List<CheckResult> judged)
        implements Findings {
    public OverloadFindings {
        circumstances = Collections.unmodifiableMap(new LinkedHashMap<>(circumstances));
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        curves = List.copyOf(curves);
        judged = List.copyOf(judged);
    }

    /** Whether every promise was kept, and there were any. */
    @Override
    public boolean good() {
        return !judged.isEmpty() && judged.stream().allMatch(CheckResult::kept);
    }

    @Override
    public ObjectNode json() {
        var json = JsonReport.object().put("good", good());
        var promises = json.putArray("promises");
        judged.forEach(each -> promises.addObject()
                .put("promise", each.promise())
                .put("wanted", each.wanted())
                .put("found", each.found())
                .put("kept", each.kept()));
        var heaps = json.putArray("liveHeaps");
        curves.forEach(samples -> {
            var heap = heaps.addObject()
                    .put("phase", samples.phase())
                    .put("service", samples.service())
                    .put("least", samples.smallest())
                    .put("median", samples.median())
                    .put("most", samples.largest());
            samples.megabytes().forEach(heap.putArray("megabytes")::add);
        });
        figures.forEach(json.putObject("figures")::put);
        circumstances.forEach(json.putObject("run")::put);
        return json;
    }

    @Override
    public String text() {
        var text = new TextReport();
        text.line("%-34s %-9s %8s %8s %8s %6s".formatted("live heap, MB", "", "least", "median", "most", "looks"));
        curves.forEach(samples -> text.line("%-34s %-9s %8.0f %8.0f %8.0f %6d"
                .formatted(
                        samples.phase(),
                        samples.service(),
                        samples.smallest(),
                        samples.median(),
                        samples.largest(),
                        samples.megabytes().size())));
        text.line("");
        figures.forEach((what, value) -> text.line("%-74s %20s".formatted(what, value)));
        text.line("");
        judged.forEach(each -> text.line("%-6s  %-74s %s (wanted: %s)"
                .formatted(each.kept() ? "kept" : "BROKEN", each.promise(), each.found(), each.wanted())));
        text.line("");
        circumstances.forEach((what, value) -> text.line("  %s: %s".formatted(what, value)));
        return text.toString();
    }
}
