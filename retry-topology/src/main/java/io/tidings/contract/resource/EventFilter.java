package io.tidings.contract.resource;

import java.util.List;

/**
 * Which events a subscription wants; all conditions must hold (B-MATCH-2).
 *
 * @param includedEventTypes exact names; empty means every type
 * @param subjectBeginsWith empty means any
 * @param subjectEndsWith empty means any
 */
public record EventFilter(
        List<String> includedEventTypes,
        String subjectBeginsWith,
        String subjectEndsWith,
        boolean subjectCaseSensitive) {
    public static final EventFilter EVERYTHING = new EventFilter(List.of(), "", "", false);

    public EventFilter {
        includedEventTypes = List.copyOf(includedEventTypes);
    }
}
