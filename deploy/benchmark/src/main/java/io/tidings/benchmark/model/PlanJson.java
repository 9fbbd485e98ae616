package io.tidings.benchmark.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.report.JsonReport;

/** A plan for programs. Times are in seconds, rates a second, disk in gigabytes. */
public final class PlanJson {
    private PlanJson() {}

    public static ObjectNode of(Plan plan) {
        var json = JsonReport.object();
        json.put("deliveriesPerSecond", plan.load().deliveriesPerSecond());
        var workers = plan.workers();
        json.putObject("workers")
                .put("number", workers.workers())
                .put("partitions", workers.partitions())
                .put("cores", workers.cores())
                .put("topologyCores", workers.topologyCores())
                .put("ingestCores", workers.ingestCores())
                .put("connections", workers.connections())
                .put("transactionsPerSecond", workers.transactions());
        var brokers = plan.brokers();
        json.putObject("brokers")
                .put("number", brokers.number())
                .put("writtenMegabytesPerSecond", brokers.written())
                .put("writtenInOutageMegabytesPerSecond", brokers.writtenInOutage())
                .put("readMegabytesPerSecond", brokers.read())
                .put("cores", brokers.cores())
                .put("replicas", brokers.replicas());
        var disk = json.putObject("diskGigabytes")
                .put("events", plan.disk().events())
                .put("deliveries", plan.disk().deliveries());
        var tiers = disk.putObject("tiers");
        plan.disk().tiers().forEach((tier, gigabytes) -> tiers.put(tier.label(), gigabytes));
        json.put("costPerMillion", plan.costPerMillion());
        var bounds = json.putArray("bounds");
        plan.bounds()
                .forEach(bound -> bounds.addObject()
                        .put("what", bound.what())
                        .put("needed", bound.needed())
                        .put("limit", bound.limit())
                        .put("unit", bound.unit())
                        .put("used", bound.share()));
        var outages = json.putArray("outages");
        plan.outages()
                .forEach(course -> outages.addObject()
                        .put("recovery", course.outage().recovery().name())
                        .put("firstSuccessAfter", course.noticedAfter().toSeconds())
                        .put("caughtUpAfter", course.caughtUpAfter().toSeconds())
                        .put("mostPending", course.mostPending())
                        .put("mostWrittenPerSecond", course.mostWritten()));
        return json;
    }
}
