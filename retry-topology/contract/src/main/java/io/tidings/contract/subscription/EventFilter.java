package io.tidings.contract.subscription;

import java.util.List;

/**
 * The conditions on events of a subscription; all must hold (B-MATCH-2).
 *
 * @param includedEventTypes exact names; empty for all types
 * @param subjectBeginsWith empty for any
 * @param subjectEndsWith empty for any
 * @param advancedOnArrays whether the advanced filters look at the elements of arrays
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

    public EventFilter(
            List<String> includedEventTypes,
            String subjectBeginsWith,
            String subjectEndsWith,
            boolean subjectCaseSensitive) {
        this(includedEventTypes, subjectBeginsWith, subjectEndsWith, subjectCaseSensitive, List.of(), false);
    }
}
