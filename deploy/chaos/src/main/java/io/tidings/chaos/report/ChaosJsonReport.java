package io.tidings.chaos.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.chaos.evidence.Promise;
import io.tidings.testbed.report.JsonReport;

/** Findings for programs. */
public record ChaosJsonReport(ChaosFindings findings) {
    public ObjectNode json() {
        var tally = findings.judgement().tally();
        var json = JsonReport.object()
                .put("good", findings.good())
                .put("accepted", findings.accepted())
                .put("refused", findings.refused())
                .put("owed", tally.expected())
                .put("delivered", tally.delivered())
                .put("deadLettered", tally.deadLettered())
                .put("lost", findings.lost())
                .put("chains", tally.chains())
                .put("doubled", tally.doubled())
                .put("requests", tally.requests())
                .put("inVain", tally.repeats())
                .put("drainingMillis", findings.draining().toMillis());
        var dropped = json.putObject("dropped");
        tally.dropped().forEach(dropped::put);
        var broken = json.putObject("broken");
        for (var promise : Promise.values()) {
            broken.put(promise.name(), findings.judgement().of(promise));
        }
        var violations = json.putArray("violations");
        findings.judgement().violations().forEach(each -> violations.add(each.toString()));
        var disturbances = json.putArray("disturbances");
        findings.disturbances()
                .forEach(each -> disturbances
                        .addObject()
                        .put("what", each.what())
                        .put("from", each.from().toString())
                        .put("until", each.until().toString()));
        findings.skipped().forEach(json.putArray("skipped")::add);
        var peaks = json.putObject("peakMegabytes");
        findings.peakMegabytes().forEach(peaks::put);
        var circumstances = json.putObject("run");
        findings.circumstances().forEach(circumstances::put);
        return json;
    }
}
