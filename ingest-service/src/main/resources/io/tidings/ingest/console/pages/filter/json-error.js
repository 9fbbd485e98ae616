/** Where a text stops being JSON. Browsers say it in different ways, or not at all. Pure. */

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const STRING_BEGIN = /"[^"\\\u0000-\u001f]*(\\(["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const STRING = new RegExp(`${STRING_BEGIN.source}"`, "y");
const WORD = /true|false|null/y;
const MOST_DEPTH = 500;

class NotJson extends Error {
  constructor(at, expected) {
    super(expected);
    this.at = at;
  }
}

/** @returns {{line: number, column: number, message: string} | null} null if the text is JSON */
export function jsonError(text) {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return place(text);
  }
}

function place(text) {
  const reader = { text, at: 0, depth: 0 };
  try {
    value(reader);
    space(reader);
    if (reader.at < text.length) {
      throw new NotJson(reader.at, "the event ends here, but more follows");
    }
  } catch (error) {
    if (!(error instanceof NotJson)) {
      throw error;
    }
    const before = text.slice(0, error.at).split("\n");
    return { line: before.length, column: before[before.length - 1].length + 1, message: error.message };
  }
  return { line: 1, column: 1, message: "this is no JSON" };
}

function value(reader) {
  space(reader);
  const first = reader.text[reader.at];
  if (first === "{") {
    inside(reader, "}", member);
  } else if (first === "[") {
    inside(reader, "]", value);
  } else if (first === '"') {
    string(reader);
  } else if (!take(reader, NUMBER) && !take(reader, WORD)) {
    throw new NotJson(reader.at, first === undefined ? "a value is missing at the end" : "a value is expected");
  }
}

function inside(reader, end, element) {
  if (++reader.depth > MOST_DEPTH) {
    throw new NotJson(reader.at, "this is nested too deeply");
  }
  reader.at += 1;
  space(reader);
  for (let first = true; reader.text[reader.at] !== end; first = false) {
    if (!first) {
      comma(reader, end);
    }
    element(reader);
    space(reader);
  }
  reader.at += 1;
  reader.depth -= 1;
}

function comma(reader, end) {
  if (reader.text[reader.at] !== ",") {
    throw new NotJson(reader.at, `a comma or ${end} is expected`);
  }
  const at = reader.at;
  reader.at += 1;
  space(reader);
  if (reader.text[reader.at] === end) {
    throw new NotJson(at, `a comma before ${end} is not allowed`);
  }
}

function member(reader) {
  space(reader);
  if (reader.text[reader.at] !== '"') {
    throw new NotJson(reader.at, "the name of a member in double quotes is expected");
  }
  string(reader);
  space(reader);
  if (reader.text[reader.at] !== ":") {
    throw new NotJson(reader.at, "a colon is expected");
  }
  reader.at += 1;
  value(reader);
}

function string(reader) {
  const begin = reader.at;
  if (!take(reader, STRING)) {
    take(reader, STRING_BEGIN);
    const next = reader.text[reader.at];
    throw next === undefined
      ? new NotJson(begin, "this string does not end")
      : new NotJson(reader.at, next === "\\" ? "this escape is unknown" : "a string cannot have this character");
  }
}

function space(reader) {
  take(reader, SPACE);
}

function take(reader, pattern) {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found) {
    reader.at += found[0].length;
  }
  return found !== null;
}
