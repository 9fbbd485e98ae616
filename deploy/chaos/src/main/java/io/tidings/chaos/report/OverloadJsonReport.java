package io.tidings.chaos.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.report.JsonReport;

/** Findings for programs. */
public record OverloadJsonReport(OverloadFindings findings) {
    public ObjectNode json() {
        var json = JsonReport.object().put("good", findings.good());
        var promises = json.putArray("promises");
        findings.judged()
                .forEach(each -> promises.addObject()
                        .put("promise", each.promise())
                        .put("wanted", each.wanted())
                        .put("found", each.found())
                        .put("kept", each.kept()));
        var heaps = json.putArray("liveHeaps");
        findings.curves().forEach(samples -> {
            var heap = heaps.addObject()
                    .put("phase", samples.phase())
                    .put("service", samples.service())
                    .put("least", samples.smallest())
                    .put("median", samples.median())
                    .put("most", samples.largest());
            samples.megabytes().forEach(heap.putArray("megabytes")::add);
        });
        var figures = json.putObject("figures");
        findings.figures().forEach(figures::put);
        var run = json.putObject("run");
        findings.circumstances().forEach(run::put);
        return json;
    }
}
