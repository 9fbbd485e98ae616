package io.tidings.contract.matching;

import io.tidings.contract.event.Event;
import io.tidings.contract.json.KeyValue;
import io.tidings.contract.json.KeyValue.Other;
import io.tidings.contract.subscription.AdvancedFilter;
import io.tidings.contract.subscription.AdvancedFilter.Operand;
import io.tidings.contract.subscription.EventFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The first condition of a filter that an event fails, as a sentence. Each condition is compiled as a filter of its own,
 * so that this agrees with {@link CompiledFilter}.
 */
public final class Explanation {
    private static final int MOST_CHARACTERS = 200;

    private final EventFilter filter;
    private final Event event;
    private final boolean values;

    private Explanation(EventFilter filter, Event event, boolean values) {
        this.filter = filter;
        this.event = event;
        this.values = values;
    }

    /** Returns empty if the event passes. */
    public static Optional<String> of(EventFilter filter, Event event) {
        return of(filter, event, true);
    }

    /** @param values whether the sentence may quote data of the event */
    static Optional<String> of(EventFilter filter, Event event, boolean values) {
        var explanation = new Explanation(filter, event, values);
        return explanation.type().or(explanation::subject).or(explanation::advanced);
    }

    private Optional<String> type() {
        return passes(new EventFilter(filter.includedEventTypes(), "", "", false))
                ? Optional.empty()
                : Optional.of("includedEventTypes: type " + quoted(event.type()) + " is not among "
                        + listed(filter.includedEventTypes()));
    }

    private Optional<String> subject() {
        var begin = filter.subjectBeginsWith();
        var end = filter.subjectEndsWith();
        boolean exact = filter.subjectCaseSensitive();
        if (!passes(new EventFilter(List.of(), begin, "", exact))) {
            return Optional.of("subjectBeginsWith: " + subjectMismatch(begin));
        }
        return passes(new EventFilter(List.of(), "", end, exact))
                ? Optional.empty()
                : Optional.of("subjectEndsWith: " + subjectMismatch(end));
    }

    private String subjectMismatch(String wanted) {
        return quoted(wanted) + " does not match subject " + quoted(event.subject());
    }

    private Optional<String> advanced() {
        for (var each : filter.advanced()) {
            var alone = new EventFilter(List.of(), "", "", false, List.of(each), filter.advancedOnArrays());
            if (!passes(alone)) {
                return Optional.of("advancedFilters: " + each.key() + " "
                        + each.operator().wireName() + operand(each.operand()) + " does not hold, " + found(each));
            }
        }
        return Optional.empty();
    }

    private boolean passes(EventFilter condition) {
        return CompiledFilter.of(condition).passes(event);
    }

    private static String operand(Operand operand) {
        return switch (operand) {
            case Operand.Numbers(var numbers) ->
                " " + joined(numbers.stream().map(BigDecimal::toString).toList());
            case Operand.Ranges(var ranges) ->
                " "
                        + joined(ranges.stream()
                                .map(range -> "[" + range.low() + ", " + range.high() + "]")
                                .toList());
            case Operand.Texts(var texts) -> " " + listed(texts);
            case Operand.Flag(var flag) -> " " + flag;
            case Operand.Nothing _ -> "";
        };
    }

    private String found(AdvancedFilter advanced) {
        return switch (event.at(advanced.eventKey())) {
            case KeyValue.Text(var text) -> value(quoted(text));
            case KeyValue.Decimal(var number) -> value(shortened(number.toString()));
            case KeyValue.Bool(var flag) -> value(Boolean.toString(flag));
            case KeyValue.Array _ ->
                filter.advancedOnArrays()
                        ? "the value is an array"
                        : "the value is an array, and enableAdvancedFilteringOnArrays is false";
            case Other.ABSENT -> "the event has no such value";
            case Other.NULL -> "the value is null";
            case Other.OPAQUE -> "the value is an object or cannot be compared";
        };
    }

    private String value(String text) {
        return values ? "the value is " + text : "the value is not shown";
    }

    private static String listed(List<String> texts) {
        return joined(texts.stream().map(Explanation::quoted).toList());
    }

    private static String joined(List<String> values) {
        return shortened(values.stream().collect(Collectors.joining(", ")));
    }

    private static String quoted(String text) {
        return "\"" + shortened(text) + "\"";
    }

    private static String shortened(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
