package io.tidings.contract.subscription;

import io.tidings.contract.event.EventKey;
import io.tidings.contract.subscription.FilterOperator.Takes;
import java.math.BigDecimal;
import java.util.List;

/** A condition on the value at a path of an event (B-MATCH-2, reference §4.4). */
public record AdvancedFilter(FilterOperator operator, String key, Operand operand) {
    public sealed interface Operand {
        /** The number of values. */
        default int size() {
            return switch (this) {
                case Numbers(var numbers) -> numbers.size();
                case Ranges(var ranges) -> ranges.size();
                case Texts(var texts) -> texts.size();
                case Flag _ -> 1;
                case Nothing _ -> 0;
            };
        }

        /** A single number where the operator takes only one. */
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

    /** Both ends are included. */
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

    public EventKey eventKey() {
        return EventKey.of(key).orElseThrow();
    }
}
