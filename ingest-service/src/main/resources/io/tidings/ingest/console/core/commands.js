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

/** @param {(string | number)[]} args of the command line of Tidings */
export function tidings(args) {
  return ["tidings", ...args.map(quote)].join(" ");
}
