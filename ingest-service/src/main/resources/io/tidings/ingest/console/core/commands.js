/** The commands that do the same as a button, ready to be pasted into a shell. */

const SAFE = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Characters that steer a terminal or hide what a line says: controls, and marks of direction and width. */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const HAS_STEERING = new RegExp(STEERING.source);

/** Quotes one argument for bash and zsh. */
export function quote(argument) {
  const text = String(argument);
  if (SAFE.test(text)) {
    return text;
  }
  if (HAS_STEERING.test(text)) {
    return `$'${text.replace(/[\\']/g, "\\$&").replace(STEERING, escaped)}'`;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Makes the characters of a text visible that steer or hide; in JSON the text stays the same. */
export const visible = text => text.replace(STEERING, each => (/[\n\t]/.test(each) ? each : escaped(each)));

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * @param {string} target path and query, as for the api
 * @param {unknown} body sent as JSON; undefined for none
 * @param {Object<string, string>} headers more headers
 * @param {string} origin of the server
 */
export function curl(method, target, body, headers = {}, origin = globalThis.location?.origin) {
  const parts = ["curl"];
  if (method !== "GET") {
    parts.push(`-X ${method}`);
  }
  parts.push(quote(origin + target), '-H "Authorization: Bearer $TIDINGS_TOKEN"');
  for (const [name, value] of Object.entries(headers)) {
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body !== undefined) {
    parts.push(`-d ${quote(typeof body === "string" ? body : JSON.stringify(body))}`);
  }
  return parts.join(" ");
}

/**
 * @param {string[]} words of the command, such as subscription and show
 * @param {string[]} operands names and ids, which may begin as an option does
 * @param {(string | number)[]} options with their values
 */
export function tidings(words, operands = [], options = []) {
  const args = operands.some(dashed) ? [...options, "--", ...operands] : [...operands, ...options];
  return ["tidings", ...[...words, ...args].map(quote)].join(" ");
}

/** An option with those of its values that are given. */
export function option(name, ...values) {
  const given = values.filter(value => value !== undefined && value !== null && value !== "");
  if (given.some(dashed)) {
    return given.map(value => `${name}=${value}`);
  }
  return given.length === 0 ? [] : [name, ...given];
}

const dashed = argument => String(argument).startsWith("-");
