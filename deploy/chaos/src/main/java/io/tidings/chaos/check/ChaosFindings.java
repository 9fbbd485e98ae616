package io.tidings.chaos.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.report.Findings;
import io.tidings.testbed.report.JsonReport;
import io.tidings.testbed.report.TextReport;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The findings of a campaign.
 *
 * @param circumstances of the run, the seed among them
 * @param accepted events whose publisher was told that they are safe
 * @param refused events whose publisher was not
 * @param skipped faults that are impossible on this machine, each with the reason
 * @param draining from the last event until nothing was owed any more, or until patience ended
 * @param peakMegabytes resident memory of each instance
 */
public record ChaosFindings(
        Map<String, String> circumstances,
        long accepted,
        long refused,
        Judgement judgement,
        List<Disturbance> disturbances,
        List<String> skipped,
        Duration draining,
        Map<String, Long> peakMegabytes)
        implements Findings {
    private static final int MOST_EVIDENCE = 5;

    public ChaosFindings {
        circumstances = Collections.unmodifiableMap(new TreeMap<>(circumstances));
        disturbances = List.copyOf(disturbances);
        skipped = List.copyOf(skipped);
        peakMegabytes = Collections.unmodifiableMap(new TreeMap<>(peakMegabytes));
    }

    /** True if every promise was kept, and there was anything to judge. */
    @Override
    public boolean good() {
        return judgement.violations().isEmpty() && judgement.tally().expected() > 0;
    }

    @Override
    public ObjectNode json() {
        var tally = judgement.tally();
        var json = JsonReport.object()
                .put("good", good())
                .put("accepted", accepted)
                .put("refused", refused)
                .put("owed", tally.expected())
                .put("delivered", tally.delivered())
                .put("deadLettered", tally.deadLettered())
                .put("lost", judgement.of(Promise.NOTHING_IS_LOST))
                .put("chains", tally.chains())
                .put("doubled", tally.doubled())
                .put("requests", tally.requests())
                .put("inVain", tally.repeats())
                .put("askedOfTheApi", tally.asked())
                .put("drainingMillis", draining.toMillis());
        tally.dropped().forEach(json.putObject("dropped")::put);
        var broken = json.putObject("broken");
        for (var promise : Promise.values()) {
            broken.put(promise.name(), judgement.of(promise));
        }
        var violations = json.putArray("violations");
        judgement.violations().forEach(each -> violations.add(each.toString()));
        var faults = json.putArray("disturbances");
        disturbances.forEach(each -> faults.addObject()
                .put("what", each.what())
                .put("from", each.from().toString())
                .put("until", each.until().toString()));
        skipped.forEach(json.putArray("skipped")::add);
        peakMegabytes.forEach(json.putObject("peakMegabytes")::put);
        circumstances.forEach(json.putObject("run")::put);
        return json;
    }

    @Override
    public String text() {
        var text = new TextReport();
        numbers().forEach((what, value) -> text.line("%-44s %14s".formatted(what, value)));
        text.line("");
        for (var promise : Promise.values()) {
            long broken = judgement.of(promise);
            text.line("%-74s %s".formatted(promise.sentence(), broken == 0 ? "kept" : "BROKEN " + broken + " times"));
        }
        for (var promise : Promise.values()) {
            judgement.violations().stream()
                    .filter(violation -> violation.promise() == promise)
                    .limit(MOST_EVIDENCE)
                    .forEach(violation -> text.line("  %s".formatted(violation)));
        }
        text.line("");
        text.line("faults, and the time until everything was ready again");
        disturbances.forEach(each -> text.line(
                "  %-70s %6.1f s".formatted(each.what(), seconds(Duration.between(each.from(), each.until())))));
        skipped.forEach(each -> text.line("  skipped: %s".formatted(each)));
        text.line("");
        text.line("peak of resident memory, MB");
        peakMegabytes.forEach((name, peak) -> text.line("  %-20s %6d".formatted(name, peak)));
        text.line("");
        circumstances.forEach((what, value) -> text.line("  %s: %s".formatted(what, value)));
        return text.toString();
    }

    private Map<String, String> numbers() {
        var tally = judgement.tally();
        var numbers = new LinkedHashMap<String, String>();
        numbers.put("events accepted", count(accepted));
        numbers.put("events refused, or without a response", count(refused));
        numbers.put("deliveries owed", count(tally.expected()));
        numbers.put("delivered", count(tally.delivered()));
        numbers.put("dead-lettered", count(tally.deadLettered()));
        new TreeMap<>(tally.dropped()).forEach((reason, times) -> numbers.put("dropped, " + reason, count(times)));
        numbers.put("lost", count(judgement.of(Promise.NOTHING_IS_LOST)));
        numbers.put("chains begun", count(tally.chains()));
        numbers.put("  of these twice by the topology", count(tally.doubled()));
        numbers.put("requests", count(tally.requests()));
        numbers.put("  of these in vain", count(tally.repeats()));
        numbers.put("ends asked of the API", count(tally.asked()));
        numbers.put("seconds to drain", "%.1f".formatted(seconds(draining)));
        return numbers;
    }

    private static String count(long number) {
        return "%,d".formatted(number);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
