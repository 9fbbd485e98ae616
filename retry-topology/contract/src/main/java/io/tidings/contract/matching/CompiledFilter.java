package io.tidings.contract.matching;

import io.tidings.contract.event.Event;
import io.tidings.contract.subscription.EventFilter;
import java.util.List;
import java.util.Set;

/** A subscription's filter, compiled (B-MATCH-2). All of its conditions must hold. */
public final class CompiledFilter {
    private final Set<String> types;
    private final String begin;
    private final String end;
    private final boolean anyCase;
    private final List<Condition> conditions;

    private CompiledFilter(Set<String> types, String begin, String end, boolean anyCase, List<Condition> conditions) {
        this.types = types;
        this.begin = begin;
        this.end = end;
        this.anyCase = anyCase;
        this.conditions = conditions;
    }

    public static CompiledFilter of(EventFilter filter) {
        return new CompiledFilter(
                Set.copyOf(filter.includedEventTypes()),
                filter.subjectBeginsWith(),
                filter.subjectEndsWith(),
                !filter.subjectCaseSensitive(),
                Conditions.of(filter.advanced(), filter.advancedOnArrays()));
    }

    Set<String> types() {
        return types;
    }

    public boolean passes(Event event) {
        return (types.isEmpty() || types.contains(event.type()))
                && passesSubject(event.subject())
                && passesConditions(event);
    }

    private boolean passesConditions(Event event) {
        for (var condition : conditions) {
            if (!condition.holds(event)) {
                return false;
            }
        }
        return true;
    }

    /** Compares character by character, so that the result is the same in every locale. */
    private boolean passesSubject(String subject) {
        return subject.regionMatches(anyCase, 0, begin, 0, begin.length())
                && subject.regionMatches(anyCase, subject.length() - end.length(), end, 0, end.length());
    }
}
