package io.tidings.chaos.report;

import io.tidings.chaos.limit.CheckResult;
import io.tidings.chaos.limit.HeapSamples;
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
        List<CheckResult> judged) {
    public OverloadFindings {
        circumstances = Collections.unmodifiableMap(new LinkedHashMap<>(circumstances));
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        curves = List.copyOf(curves);
        judged = List.copyOf(judged);
    }

    /** Whether every promise was kept, and there were any. */
    public boolean good() {
        return !judged.isEmpty() && judged.stream().allMatch(CheckResult::kept);
    }
}
