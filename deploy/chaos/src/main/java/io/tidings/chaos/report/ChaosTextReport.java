package io.tidings.chaos.report;

import io.tidings.chaos.evidence.Promise;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Findings for people. */
public record ChaosTextReport(ChaosFindings findings) {
    private static final int EVIDENCE = 5;
    private static final double SECOND = 1e3;

    @Override
    public String toString() {
        var text = new StringBuilder();
        numbers().forEach((what, value) -> text.append("%-44s %14s%n".formatted(what, value)));
        text.append("%n".formatted());
        for (var promise : Promise.values()) {
            long broken = findings.judgement().of(promise);
            text.append(
                    "%-74s %s%n".formatted(promise.sentence(), broken == 0 ? "kept" : "BROKEN " + broken + " times"));
        }
        for (var promise : Promise.values()) {
            findings.judgement().violations().stream()
                    .filter(violation -> violation.promise() == promise)
                    .limit(EVIDENCE)
                    .forEach(violation -> text.append("  %s%n".formatted(violation)));
        }
        text.append("%nwhat was done, and how long until all was ready again%n".formatted());
        findings.disturbances()
                .forEach(each -> text.append("  %-70s %6.1f s%n"
                        .formatted(each.what(), seconds(Duration.between(each.from(), each.until())))));
        findings.skipped().forEach(each -> text.append("  skipped: %s%n".formatted(each)));
        text.append("%npeak of resident memory, MB%n".formatted());
        new TreeMap<>(findings.peakMegabytes())
                .forEach((name, peak) -> text.append("  %-20s %6d%n".formatted(name, peak)));
        text.append("%n".formatted());
        new TreeMap<>(findings.circumstances())
                .forEach((what, value) -> text.append("  %s: %s%n".formatted(what, value)));
        return text.toString();
    }

    private Map<String, String> numbers() {
        var tally = findings.judgement().tally();
        var numbers = new LinkedHashMap<String, String>();
        numbers.put("events accepted", count(findings.accepted()));
        numbers.put("events not accepted, or without an answer", count(findings.refused()));
        numbers.put("deliveries owed", count(tally.expected()));
        numbers.put("delivered", count(tally.delivered()));
        numbers.put("dead-lettered", count(tally.deadLettered()));
        new TreeMap<>(tally.dropped()).forEach((reason, times) -> numbers.put("dropped, " + reason, count(times)));
        numbers.put("lost", count(findings.lost()));
        numbers.put("chains begun", count(tally.chains()));
        numbers.put("  of these twice by the topology", count(tally.doubled()));
        numbers.put("requests", count(tally.requests()));
        numbers.put("  of these in vain", count(tally.repeats()));
        numbers.put("seconds to drain", "%.1f".formatted(seconds(findings.draining())));
        return numbers;
    }

    private static String count(long number) {
        return "%,d".formatted(number);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / SECOND;
    }
}
