package io.tidings.contract.filter;

import java.util.List;

/**
 * Which events a subscription wants; all conditions must hold (B-MATCH-2).
 *
 * @param includedEventTypes exact names; empty means every type
 * @param subjectBeginsWith empty means any
 * @param subjectEndsWith empty means any
 * @param advanced conditions on any values of the event
 * @param advancedOnArrays whether those look at the elements of arrays
 */
public record EventFilter(
        List<String> includedEventTypes,
        String subjectBeginsWith,
        String subjectEndsWith,
        boolean subjectCaseSensitive,
        List<AdvancedFilter> advanced,
        boolean advancedOnArrays) {
    public static final EventFilter EVERYTHING = new EventFilter(List.of(), "", "", false);

    public EventFilter {
        includedEventTypes = List.copyOf(includedEventTypes);
        advanced = List.copyOf(advanced);
    }

    /** One without advanced conditions. */
    public EventFilter(
            List<String> includedEventTypes,
            String subjectBeginsWith,
            String subjectEndsWith,
            boolean subjectCaseSensitive) {
        this(includedEventTypes, subjectBeginsWith, subjectEndsWith, subjectCaseSensitive, List.of(), false);
    }
}
