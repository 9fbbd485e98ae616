/** Advanced filters as people type them. Pure. */

/** What the value of each operator is: nothing, a flag, one number, numbers, ranges or texts. */
export const OPERATORS = {
  StringIn: "texts",
  StringNotIn: "texts",
  StringContains: "texts",
  StringNotContains: "texts",
  StringBeginsWith: "texts",
  StringNotBeginsWith: "texts",
  StringEndsWith: "texts",
  StringNotEndsWith: "texts",
  NumberIn: "numbers",
  NumberNotIn: "numbers",
  NumberLessThan: "number",
  NumberLessThanOrEquals: "number",
  NumberGreaterThan: "number",
  NumberGreaterThanOrEquals: "number",
  NumberInRange: "ranges",
  NumberNotInRange: "ranges",
  BoolEquals: "flag",
  IsNullOrUndefined: "nothing",
  IsNotNull: "nothing",
};

export const VALUE_HELP = {
  texts: "One or more, with commas between them. Put a text that has a comma in double quotes. Case does not matter.",
  numbers: "One or more numbers, with commas between them.",
  number: "A number.",
  ranges: "Ranges such as 1 - 10, with commas between them. Both ends belong to a range.",
  flag: "true or false",
  nothing: "",
};

/**
 * A condition as people type it.
 *
 * @typedef {{key: string, operator: string, value: string}} Condition
 */

/** @param {Condition} condition */
export function advancedFilter({ key, operator, value }) {
  const filter = { operatorType: operator, key: key.trim() };
  switch (OPERATORS[operator]) {
    case "nothing": return filter;
    case "flag": return { ...filter, value: flag(value) };
    case "number": return { ...filter, value: number(value) };
    case "numbers": return { ...filter, values: split(value).map(number) };
    case "ranges": return { ...filter, values: split(value).map(range) };
    default: return { ...filter, values: split(value) };
  }
}

/** @returns {Condition} which some filters cannot be: those that make another filter of it again */
export function conditionOf({ key = "", operatorType, value, values }) {
  const words = value === undefined ? values ?? [] : [value];
  return { key, operator: operatorType, value: words.map(written).join(", ") };
}

export function written(value) {
  if (Array.isArray(value)) {
    return value.join(" - ");
  }
  const text = String(value);
  return /^[^\s",]([^,]*[^\s,])?$/.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** The words of an advanced filter for the command line. */
export function conditionArgs(condition) {
  const { key, operatorType, value, values = [] } = advancedFilter(condition);
  const words = value === undefined ? values : [value];
  return [key, operatorType, ...words.map(each => (Array.isArray(each) ? each.join(",") : String(each)))];
}

/** Splits at commas that are not within double quotes. */
export function split(text) {
  return [...text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*?))\s*(?:,|$)/g)]
    .map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1")))
    .filter(each => each !== "");
}

/** Leaves what is no number, or has more digits than a number of JavaScript, to the server, which refuses it. */
function number(text) {
  const trimmed = String(text).trim();
  const digits = trimmed.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed) && digits.length <= 15 ? Number(trimmed) : trimmed;
}

function flag(text) {
  const word = text.trim().toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

function range(text) {
  const [, low, high] = /^(-?[^-\s]+?)\s*(?:-|\.\.)\s*(-?\S+)$/.exec(text.trim()) ?? [null, text, text];
  return [number(low), number(high)];
}
