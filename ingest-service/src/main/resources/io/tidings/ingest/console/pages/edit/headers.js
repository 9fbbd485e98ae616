/** The headers that a subscription adds to its requests, as rows of a form. Pure. */

import { valueAt, withValue } from "./patch.js";

export const MAPPINGS = "destination.properties.deliveryAttributeMappings";

/** What a header may hold. */
export const KINDS = [
  { value: "text", label: "a text" },
  { value: "secret", label: "a secret text" },
  { value: "field", label: "a member of the event" },
];

/**
 * @typedef {object} Row
 * @property {string} name of the header
 * @property {"text" | "secret" | "field"} kind
 * @property {string} value of a secret only if it is given again
 */

/** Returns the paths of what a row shows, for the rules that it breaks. */
export function pathsOf(index, kind) {
  const mapping = `${MAPPINGS}[${index}]`;
  return { name: `${mapping}.name`, kind: `${mapping}.type`, value: valuePath(mapping, kind) };
}

function valuePath(mapping, kind) {
  return `${mapping}.properties.${kind === "field" ? "sourceField" : "value"}`;
}

/** @returns {Row[]} */
export function rowsOf(settings, secrets) {
  const mappings = valueAt(settings, MAPPINGS);
  return Array.isArray(mappings) ? mappings.map((each, i) => rowOf(each, i, secrets)) : [];
}

function rowOf(mapping, index, secrets) {
  const { name = "", type, properties = {} } = mapping ?? {};
  if (String(type).toLowerCase() === "dynamic") {
    return { name, kind: "field", value: properties.sourceField ?? "" };
  }
  return properties.isSecret
    ? { name, kind: "secret", value: secrets[pathsOf(index, "secret").value] ?? properties.value ?? "" }
    : { name, kind: "text", value: properties.value ?? "" };
}

/** Returns the settings with these rows. Secrets are null in them. */
export function withRows(settings, rows) {
  return withValue(settings, MAPPINGS, rows.length === 0 ? undefined : rows.map(mappingOf));
}

function mappingOf({ name, kind, value }) {
  switch (kind) {
    case "field": return { name, type: "Dynamic", properties: { sourceField: value } };
    case "secret": return { name, type: "Static", properties: { value: null, isSecret: true } };
    default: return { name, type: "Static", properties: { value, isSecret: false } };
  }
}

/** Returns the secrets with those of the rows, by their paths. */
export function secretsWithRows(secrets, rows) {
  const others = Object.entries(secrets).filter(([path]) => !path.startsWith(`${MAPPINGS}[`));
  const own = rows
    .map(({ kind, value }, i) => [pathsOf(i, "secret").value, kind === "secret" ? value : ""])
    .filter(([, value]) => value !== "");
  return Object.fromEntries([...others, ...own]);
}
