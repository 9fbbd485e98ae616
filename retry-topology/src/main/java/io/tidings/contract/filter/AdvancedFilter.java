package io.tidings.contract.filter;

import io.tidings.contract.event.EventKey;
import io.tidings.contract.filter.FilterOperator.Takes;
import java.math.BigDecimal;
import java.util.List;

/**
 * A condition on one value of an event (B-MATCH-2, reference §4.4).
 *
 * @param key where the value stands, as it was written
 * @param operand of the kind that the operator takes
 */
public record AdvancedFilter(FilterOperator operator, String key, Operand operand) {
    /** What the value is compared with. */
    public sealed interface Operand {
        /** How many values it has. */
        default int size() {
            return switch (this) {
                case Numbers(var numbers) -> numbers.size();
                case Ranges(var ranges) -> ranges.size();
                case Texts(var texts) -> texts.size();
                case Flag _ -> 1;
                case Nothing _ -> 0;
            };
        }

        /** One where the operator takes no more. */
        record Numbers(List<BigDecimal> numbers) implements Operand {
            public Numbers {
                numbers = List.copyOf(numbers);
            }
        }

        record Ranges(List<Range> ranges) implements Operand {
            public Ranges {
                ranges = List.copyOf(ranges);
            }
        }

        record Texts(List<String> texts) implements Operand {
            public Texts {
                texts = List.copyOf(texts);
            }
        }

        record Flag(boolean flag) implements Operand {}

        record Nothing() implements Operand {}
    }

    /** All numbers from one to another, both included. */
    public record Range(BigDecimal low, BigDecimal high) {
        public Range {
            if (low.compareTo(high) > 0) {
                throw new IllegalArgumentException("a range from " + low + " down to " + high);
            }
        }
    }

    public AdvancedFilter {
        boolean fits = switch (operand) {
            case Operand.Numbers(var numbers) ->
                operator.takes() == Takes.NUMBERS || (operator.takes() == Takes.NUMBER && numbers.size() == 1);
            case Operand.Ranges _ -> operator.takes() == Takes.RANGES;
            case Operand.Texts _ -> operator.takes() == Takes.TEXTS;
            case Operand.Flag _ -> operator.takes() == Takes.FLAG;
            case Operand.Nothing _ -> operator.takes() == Takes.NOTHING;
        };
        if (!fits) {
            throw new IllegalArgumentException(operator.wireName() + " does not take " + operand);
        }
        if (EventKey.of(key).isEmpty()) {
            throw new IllegalArgumentException("\"" + key + "\" is no key");
        }
    }

    /** Where the value stands. */
    public EventKey eventKey() {
        return EventKey.of(key).orElseThrow();
    }
}
