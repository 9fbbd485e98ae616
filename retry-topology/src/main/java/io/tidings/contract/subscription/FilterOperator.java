package io.tidings.contract.subscription;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The comparison that an advanced filter makes (reference §4.4). */
public enum FilterOperator {
    NUMBER_IN("NumberIn", Takes.NUMBERS),
    NUMBER_NOT_IN("NumberNotIn", Takes.NUMBERS),
    NUMBER_LESS_THAN("NumberLessThan", Takes.NUMBER),
    NUMBER_LESS_THAN_OR_EQUALS("NumberLessThanOrEquals", Takes.NUMBER),
    NUMBER_GREATER_THAN("NumberGreaterThan", Takes.NUMBER),
    NUMBER_GREATER_THAN_OR_EQUALS("NumberGreaterThanOrEquals", Takes.NUMBER),
    NUMBER_IN_RANGE("NumberInRange", Takes.RANGES),
    NUMBER_NOT_IN_RANGE("NumberNotInRange", Takes.RANGES),
    BOOL_EQUALS("BoolEquals", Takes.FLAG),
    STRING_CONTAINS("StringContains", Takes.TEXTS),
    STRING_NOT_CONTAINS("StringNotContains", Takes.TEXTS),
    STRING_BEGINS_WITH("StringBeginsWith", Takes.TEXTS),
    STRING_NOT_BEGINS_WITH("StringNotBeginsWith", Takes.TEXTS),
    STRING_ENDS_WITH("StringEndsWith", Takes.TEXTS),
    STRING_NOT_ENDS_WITH("StringNotEndsWith", Takes.TEXTS),
    STRING_IN("StringIn", Takes.TEXTS),
    STRING_NOT_IN("StringNotIn", Takes.TEXTS),
    IS_NULL_OR_UNDEFINED("IsNullOrUndefined", Takes.NOTHING),
    IS_NOT_NULL("IsNotNull", Takes.NOTHING);

    private static final Map<String, FilterOperator> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(
                    operator -> operator.wireName.toLowerCase(Locale.ROOT), Function.identity()));

    private final String wireName;
    private final Takes takes;

    public enum Takes {
        NUMBER,
        NUMBERS,
        RANGES,
        FLAG,
        TEXTS,
        NOTHING
    }

    FilterOperator(String word, Takes takes) {
        this.wireName = word;
        this.takes = takes;
    }

    /** The name as {@code operatorType}. */
    public String wireName() {
        return wireName;
    }

    public Takes takes() {
        return takes;
    }

    /** Reads {@code operatorType}, in any case. */
    public static Optional<FilterOperator> of(String word) {
        return Optional.ofNullable(BY_NAME.get(word.toLowerCase(Locale.ROOT)));
    }
}
