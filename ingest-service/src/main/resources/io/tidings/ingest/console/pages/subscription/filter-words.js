/** A filter in words. Pure. */

const OPERATORS = {
  NumberIn: "is one of",
  NumberNotIn: "is none of",
  NumberLessThan: "is less than",
  NumberLessThanOrEquals: "is at most",
  NumberGreaterThan: "is greater than",
  NumberGreaterThanOrEquals: "is at least",
  NumberInRange: "is",
  NumberNotInRange: "is not",
  BoolEquals: "is",
  StringContains: "contains",
  StringNotContains: "does not contain",
  StringBeginsWith: "begins with",
  StringNotBeginsWith: "does not begin with",
  StringEndsWith: "ends with",
  StringNotEndsWith: "does not end with",
  StringIn: "is one of",
  StringNotIn: "is none of",
  IsNullOrUndefined: "is missing or null",
  IsNotNull: "is there and not null",
};

const SEPARATORS = {
  NumberIn: ", ",
  NumberNotIn: ", ",
  StringIn: ", ",
  StringNotIn: ", ",
  NumberNotInRange: " and not ",
};

/** Returns the conditions, all of which an event must meet; none for a filter that every event passes. */
export function filterWords(filter = {}) {
  const advanced = filter.advancedFilters ?? [];
  return [...types(filter.includedEventTypes), ...subjects(filter), ...advanced.map(condition)];
}

function types(included) {
  if (!included || included.length === 0) {
    return [];
  }
  return [included.length === 1
    ? `the event type is ${quoted(included[0])}`
    : `the event type is one of ${included.map(quoted).join(", ")}`];
}

function subjects({ subjectBeginsWith, subjectEndsWith, isSubjectCaseSensitive }) {
  const how = isSubjectCaseSensitive ? " (upper and lower case differ)" : "";
  return [
    ...(subjectBeginsWith ? [`the subject begins with ${quoted(subjectBeginsWith)}${how}`] : []),
    ...(subjectEndsWith ? [`the subject ends with ${quoted(subjectEndsWith)}${how}`] : []),
  ];
}

function condition({ operatorType, key, value, values }) {
  const operands = value !== undefined ? [value] : values ?? [];
  const words = OPERATORS[operatorType] ?? operatorType;
  return `${key} ${words} ${operands.map(operand).join(SEPARATORS[operatorType] ?? " or ")}`.trim();
}

function operand(value) {
  return Array.isArray(value) ? `from ${value[0]} to ${value[1]}` : quoted(value);
}

function quoted(value) {
  return typeof value === "string" ? `“${value}”` : String(value);
}
