package io.tidings.contract.subscription;

import io.tidings.contract.WireName;

/** The comparison that an advanced filter makes (reference §4.4). */
public enum FilterOperator implements WireName.Capitalized {
    NUMBER_IN(Takes.NUMBERS),
    NUMBER_NOT_IN(Takes.NUMBERS),
    NUMBER_LESS_THAN(Takes.NUMBER),
    NUMBER_LESS_THAN_OR_EQUALS(Takes.NUMBER),
    NUMBER_GREATER_THAN(Takes.NUMBER),
    NUMBER_GREATER_THAN_OR_EQUALS(Takes.NUMBER),
    NUMBER_IN_RANGE(Takes.RANGES),
    NUMBER_NOT_IN_RANGE(Takes.RANGES),
    BOOL_EQUALS(Takes.FLAG),
    STRING_CONTAINS(Takes.TEXTS),
    STRING_NOT_CONTAINS(Takes.TEXTS),
    STRING_BEGINS_WITH(Takes.TEXTS),
    STRING_NOT_BEGINS_WITH(Takes.TEXTS),
    STRING_ENDS_WITH(Takes.TEXTS),
    STRING_NOT_ENDS_WITH(Takes.TEXTS),
    STRING_IN(Takes.TEXTS),
    STRING_NOT_IN(Takes.TEXTS),
    IS_NULL_OR_UNDEFINED(Takes.NOTHING),
    IS_NOT_NULL(Takes.NOTHING);

    private final Takes takes;

    public enum Takes {
        NUMBER,
        NUMBERS,
        RANGES,
        FLAG,
        TEXTS,
        NOTHING
    }

    FilterOperator(Takes takes) {
        this.takes = takes;
    }

    public Takes takes() {
        return takes;
    }
}
