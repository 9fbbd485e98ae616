package io.tidings.chaos.report;

/** Findings for people. */
public record OverloadTextReport(OverloadFindings findings) {
    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append("%-34s %-9s %8s %8s %8s %6s%n".formatted("live heap, MB", "", "least", "median", "most", "looks"));
        findings.curves()
                .forEach(samples -> text.append("%-34s %-9s %8.0f %8.0f %8.0f %6d%n"
                        .formatted(
                                samples.phase(),
                                samples.service(),
                                samples.smallest(),
                                samples.median(),
                                samples.largest(),
                                samples.megabytes().size())));
        text.append("%n".formatted());
        findings.figures().forEach((what, value) -> text.append("%-74s %20s%n".formatted(what, value)));
        text.append("%n".formatted());
        findings.judged()
                .forEach(each -> text.append("%-6s  %-74s %s (wanted: %s)%n"
                        .formatted(each.kept() ? "kept" : "BROKEN", each.promise(), each.found(), each.wanted())));
        text.append("%n".formatted());
        findings.circumstances().forEach((what, value) -> text.append("  %s: %s%n".formatted(what, value)));
        return text.toString();
    }
}
